#include "exercises/grading/captures.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace heed::grading {

namespace {

/// Comments and literals become blanks, so that every place stays where it is.
std::string code_only(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '/' && text[i + 1] == '/') {
      for (; i < text.size() && text[i] != '\n'; ++i) text[i] = ' ';
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i) text[i] = ' ';
    }
  }
  return text;
}

bool after_a_value(const std::string& code, std::size_t bracket) {
  const std::size_t before = code.find_last_not_of(" \n", bracket == 0 ? 0 : bracket - 1);
  if (before == std::string::npos || before >= bracket) return false;
  const auto c = static_cast<unsigned char>(code[before]);
  // `return [` begins a lambda, `x[` an index
  return (std::isalnum(c) != 0 || c == '_' || c == ')' || c == ']') &&
         (before < 5 || code.compare(before - 5, 6, "return") != 0);
}

/// Of the statement up to the lambda, and what follows it.
bool escapes(const std::string& head, const std::string& rest) {
  static const std::regex returned(R"(return\s*(std::function<[^;]*>\s*[({]\s*)?$)");
  static const std::regex kept(R"(\b(value|make_shared<[^>]*>)\s*\(|\bpull\s*=\s*$)");
  static const std::regex named(R"((?:auto|std::function<[^;]*>)\s*(\w+)\s*[=({]\s*$)");
  if (std::regex_search(head, returned) || std::regex_search(head, kept)) return true;
  std::smatch name;
  if (!std::regex_search(head, name, named)) return false;
  return std::regex_search(rest, std::regex("return\\s+" + name.str(1) + "\\s*;|\\bvalue\\s*\\([^;]*\\b" +
                                            name.str(1) + "\\b(?!\\s*\\()"));
}

/// The function at file level in which the place stands.
std::string function_at(const std::string& code, std::size_t place) {
  static const std::regex head(R"((?:^|\n)\w[^\n;]*?[\s&](\w+)\s*\()");
  std::string name;
  for (std::sregex_iterator at(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(place), head), end;
       at != end; ++at)
    name = at->str(1);
  return name;
}

}  // namespace

std::optional<EscapingCapture> escaping_capture(const std::string& text) {
  const std::string code = code_only(text);
  for (std::size_t at = code.find('['); at != std::string::npos; at = code.find('[', at + 1)) {
    const std::size_t close = code.find(']', at);
    if (close == std::string::npos) return {};
    if (after_a_value(code, at) || code.find('&', at) > close) continue;
    const std::size_t next = code.find_first_not_of(" \n", close + 1);
    if (next == std::string::npos || (code[next] != '(' && code[next] != '{')) continue;
    std::size_t start = 0;
    for (const char* end : {";", "{\n", "}\n"}) {
      const std::size_t found = code.rfind(end, at);
      if (found != std::string::npos) start = std::max(start, found + 1);
    }
    const std::string function = function_at(code, at);
    const std::size_t body_end = std::min(code.find("\n}", at), code.size());
    if (escapes(code.substr(start, at - start), code.substr(close, body_end - close)))
      return EscapingCapture{
          static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
              1,
          function};
  }
  return {};
}

}  // namespace heed::grading
