#include "exercises/grading/refusals/captures.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace heed::grading {

namespace {

unsigned char uchar(char c) { return static_cast<unsigned char>(c); }
bool word(char c) { return std::isalnum(uchar(c)) != 0 || c == '_'; }
bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

/// Comments and literals become blanks, so that every place stays where it is.
std::string code_only(std::string text) {
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (; from < std::min(to, text.size()); ++from)
      if (text[from] != '\n') text[from] = ' ';
  };
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::size_t end = i;
    if (text.compare(i, 2, "//") == 0) {
      end = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    } else if (text[i] == '"' || (text[i] == '\'' && (i == 0 || std::isalnum(uchar(text[i - 1])) == 0))) {
      // behind a letter or digit it separates digits
      for (end = i + 1; end < text.size() && text[end] != text[i] && text[end] != '\n'; ++end)
        if (text[end] == '\\') ++end;
      ++end;
    }
    if (end == i) continue;
    blank(i, end);
    i = end - 1;
  }
  return text;
}

/// Behind the closing bracket of the one at `open`; the text's end if it is not closed.
std::size_t behind(const std::string& code, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < code.size(); ++i) {
    depth += opens(code[i]) ? 1 : closes(code[i]) ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return code.size();
}

/// Whether the lambda whose captures end at `close` is called where it stands: [&]() { … }().
bool called_at_once(const std::string& code, std::size_t close) {
  const std::size_t body = code.find('{', close);
  const std::size_t next = code.find_first_not_of(" \n", body == code.npos ? body : behind(code, body));
  return next != code.npos && code[next] == '(';
}

/// Whether the place is inside another lambda: what that refers to may live longer.
bool inside_a_lambda(const std::string& code, std::size_t place) {
  static const std::regex lambda(R"(\]\s*(\([^()]*\))?\s*(mutable\s*)?(->[^;{}]*)?$)");
  int depth = 0;
  for (std::size_t i = place; i-- > 0;) {
    depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
    if (depth <= 0 || code[i] != '{') continue;
    depth = 0;
    const std::size_t start = std::max({code.rfind(';', i) + 1, code.rfind('}', i) + 1, std::size_t(0)});
    if (std::regex_search(code.substr(start, i - start), lambda)) return true;
  }
  return false;
}

/// Whether given::value or make_shared gets the variable `name` itself, not what it gives; with no name:
/// what follows behind the text. A value without given:: may be a function of the learner's own.
bool kept_by_a_node(const std::string& text, const std::string& name) {
  static const std::regex call(R"((?:^|[^.>\w])(?:given::value|make_shared<[^>]*>)\s*\()");
  for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
    int depth = 1;
    for (auto i = static_cast<std::size_t>(at->position() + at->length()); i < text.size() && depth > 0;
         ++i) {
      depth += opens(text[i]) ? 1 : closes(text[i]) ? -1 : 0;
      if (depth != 1 || name.empty() || text.compare(i, name.size(), name) != 0 || word(text[i - 1]))
        continue;
      const std::size_t next = text.find_first_not_of(" \n", i + name.size());
      if (next != text.npos && (text[next] == ',' || text[next] == ')')) return true;
    }
    if (name.empty() && depth == 1) return true;
  }
  return false;
}

bool after_a_value(const std::string& code, std::size_t bracket) {
  const std::size_t before = code.find_last_not_of(" \n", bracket == 0 ? 0 : bracket - 1);
  if (before == std::string::npos || before >= bracket) return false;
  const char c = code[before];
  // `return [` begins a lambda, `x[` an index
  return (word(c) || c == ')' || c == ']') && (before < 5 || code.compare(before - 5, 6, "return") != 0);
}

/// Of the statement up to the lambda, and what follows it.
bool escapes(const std::string& head, const std::string& rest) {
  static const std::regex returned(R"(return\s*(std::function<[^;]*>\s*[({]\s*)?$)");
  static const std::regex kept(R"(\bpull\s*=\s*$)");
  static const std::regex named(R"((?:auto|std::function<[^;]*>)\s*(\w+)\s*[=({]\s*$)");
  if (std::regex_search(head, returned) || std::regex_search(head, kept) || kept_by_a_node(head, ""))
    return true;
  std::smatch name;
  if (!std::regex_search(head, name, named)) return false;
  return kept_by_a_node(rest, name.str(1)) ||
         std::regex_search(rest, std::regex("return\\s+" + name.str(1) + "\\s*;"));
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
    if (called_at_once(code, close) || inside_a_lambda(code, at)) continue;
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
