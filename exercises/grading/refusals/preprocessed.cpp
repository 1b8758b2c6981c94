#include "exercises/grading/refusals/preprocessed.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "exercises/grading/process/toolchain.hpp"

namespace heed::grading {

namespace {

constexpr std::size_t longest = std::size_t{64} << 20;  // bytes of an answer with all its headers

bool letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

/// Behind the literal whose quotation mark stands at `open`.
std::size_t behind_literal(std::string_view text, std::size_t open, bool raw) {
  if (raw) {
    const std::size_t bracket = text.find('(', open);
    if (bracket == text.npos) return text.size();
    const std::string end = ")" + std::string(text.substr(open + 1, bracket - open - 1)) + "\"";
    return std::min(text.find(end, bracket), text.size() - end.size()) + end.size();
  }
  std::size_t at = open + 1;
  while (at < text.size() && text[at] != text[open] && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// Numbers hold letters, points, signs behind an exponent, and ' between digits.
std::size_t behind_number(std::string_view text, std::size_t at) {
  const auto inside = [&](std::size_t i) {
    const bool sign =
        (text[i] == '+' || text[i] == '-') && std::string_view("eEpP").find(text[i - 1]) != text.npos;
    const bool separates = text[i] == '\'' && i + 1 < text.size() && letter(text[i + 1]);
    return letter(text[i]) || text[i] == '.' || sign || separates;
  };
  for (++at; at < text.size() && inside(at); ++at) {
  }
  return at;
}

/// "[" of "<:" and so on; "" where nothing is spelled in another way.
std::string_view other_spelling(std::string_view text) {
  if (text.starts_with("<::") && text.substr(3, 1) != ":" && text.substr(3, 1) != ">") return "";
  for (const auto& [two, one] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}})
    if (text.starts_with(two)) return one;
  return "";
}

/// Where the lines of the preprocessor say that the following stands.
struct Whereabouts {
  std::string file{};
  int depth = -1;  // 0: in the answer, more: in headers that it includes; -1: before it

  /// Of a line `# 12 "FILE" FLAGS`; false if it is none.
  bool moved_by(std::string_view line, const std::string& source) {
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (line.size() < 3 || line[1] != ' ' || open == line.npos || close == open) return false;
    file = line.substr(open + 1, close - open - 1);
    const std::string_view flags = line.substr(close + 1);
    if (depth < 0) {
      if (file == source) depth = 0;
    } else if (flags.starts_with(" 1")) {
      ++depth;
    } else if (flags.starts_with(" 2")) {
      depth = std::max(0, depth - 1);
    }
    return true;
  }
};

}  // namespace

std::vector<std::string> Preprocessed::words() const {
  std::vector<std::string> found;
  for (const Token& token : tokens)
    if (token.kind == Token::word) found.push_back(token.text);
  return found;
}

Preprocessed read_preprocessed(const std::string& all, const std::string& source) {
  Preprocessed found;
  const std::size_t begin = all.find(answer_begins);
  if (begin == all.npos) return found;
  const std::string_view text = std::string_view(all).substr(begin + std::size(answer_begins));
  Whereabouts place;
  bool line_starts = false;
  const auto take = [&](Token::Kind kind, std::string_view of) {
    const bool own = place.depth == 0 || place.file == source;  // a file may include itself
    if (place.depth >= 0) found.tokens.push_back({kind, std::string(of), own});
  };
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = at + 1;
    const char c = text[at];
    if (c == '\n') line_starts = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (line_starts && c == '#') {
      end = std::min(text.find('\n', at), text.size());
      const std::string_view line = text.substr(at, end - at);
      const int before = place.depth;
      if (!place.moved_by(line, source)) take(Token::line, line);
      if (before == 0 && place.depth == 1) found.included.push_back(place.file);
      continue;
    }
    line_starts = false;
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      end = behind_number(text, at);
      take(Token::literal, "");
    } else if (letter(c)) {
      while (end < text.size() && letter(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      const bool quotes = end < text.size() && (text[end] == '"' || text[end] == '\'') && word.size() <= 3 &&
                          word.find_first_not_of("uUL8R") == word.npos;
      if (quotes) end = behind_literal(text, end, word.back() == 'R');
      take(quotes ? Token::literal : Token::word, quotes ? "" : word);
    } else if (c == '"' || c == '\'') {
      end = behind_literal(text, at, false);
      take(Token::literal, "");
    } else if (const std::string_view other = other_spelling(text.substr(at)); !other.empty()) {
      end = at + 2;
      take(Token::sign, other);
    } else {
      take(Token::sign, text.substr(at, 1));
    }
  }
  return found;
}

Preprocessed preprocess(std::vector<std::string> compile, const std::filesystem::path& source) {
  const auto output = std::find(compile.begin(), compile.end(), "-o");
  if (output != compile.end()) compile.erase(output, output + 2);  // errors would leave no file
  std::erase_if(compile, [](const std::string& word) { return word == "-c" || word == "-MMD"; });
  if (const auto rule = std::find(compile.begin(), compile.end(), "-MF"); rule != compile.end())
    compile.erase(rule, rule + 2);
  compile.insert(compile.end(), {"-E", "-Wpedantic"});
  const ProcessResult run = run_tool(std::move(compile), longest);
  Preprocessed found = read_preprocessed(run.out, source.string());
  const bool markers = run.err.find("style of line directive") != std::string::npos;
  if (markers) found.tokens.insert(found.tokens.begin(), {Token::line, "# 1 \"…\"", true});
  if (run.timed_out || run.out.size() >= longest) found.tokens.push_back({Token::line, "#include", true});
  return found;
}

Preprocessed preprocess_behind(const ProcessResult& compiled, std::vector<std::string> compile,
                               const std::filesystem::path& source) {
  if (compiled.timed_out || compiled.signal != 0) return {};
  return preprocess(std::move(compile), source);
}

}  // namespace heed::grading
