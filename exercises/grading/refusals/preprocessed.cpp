#include "exercises/grading/refusals/preprocessed.hpp"

#include <algorithm>
#include <string_view>

#include "exercises/grading/process/toolchain.hpp"

namespace heed::grading {

namespace {

constexpr std::size_t longest = std::size_t{64} << 20;  // bytes of an answer with all its headers

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
    if (token.kind == Lexeme::word) found.push_back(token.text);
  return found;
}

Preprocessed read_preprocessed(const std::string& all, const std::string& source) {
  Preprocessed found;
  const std::size_t begin = all.find(answer_begins);
  if (begin == all.npos) return found;
  const std::string_view text = std::string_view(all).substr(begin + std::size(answer_begins));
  Whereabouts place;
  for (const Lexeme& lexeme : Lexemes(text)) {
    const int before = place.depth;
    const bool only_says_where = lexeme.kind == Lexeme::directive && place.moved_by(lexeme.text, source);
    if (before == 0 && place.depth == 1) found.included.push_back(place.file);
    const bool own = place.depth == 0 || place.file == source;  // a file may include itself
    if (place.depth >= 0 && !only_says_where)
      found.tokens.push_back({lexeme.kind, std::string(lexeme.text), own});
  }
  return found;
}

Preprocessed as_written(const std::string& text) {
  Preprocessed found;
  for (const Lexeme& lexeme : Lexemes(text))
    if (lexeme.kind != Lexeme::directive)
      found.tokens.push_back({lexeme.kind, std::string(lexeme.text), true});
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
  if (markers) found.tokens.insert(found.tokens.begin(), {Lexeme::directive, "# 1 \"…\"", true});
  found.too_long = run.timed_out || run.out.size() >= longest;
  return found;
}

Preprocessed preprocess_behind(const ProcessResult& compiled, std::vector<std::string> compile,
                               const std::filesystem::path& source) {
  if (compiled.timed_out || compiled.signal != 0) return {};
  return preprocess(std::move(compile), source);
}

}  // namespace heed::grading
