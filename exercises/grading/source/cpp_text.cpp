#include "exercises/grading/source/cpp_text.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <tuple>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/text/trimmed.hpp"

namespace heed::grading {

namespace {

/// Behind what is at `from`, with `end` behind it; the end of the text where that is missing.
std::size_t behind(std::string_view text, std::string_view end, std::size_t from) {
  return std::min(text.find(end, from), text.size() - end.size()) + end.size();
}

/// Behind the literal whose quotation mark stands at `open`.
std::size_t behind_literal(std::string_view text, std::size_t open, bool raw) {
  if (raw) {
    const std::size_t bracket = text.find('(', open);
    if (bracket == text.npos) return text.size();
    return behind(text, ")" + std::string(text.substr(open + 1, bracket - open - 1)) + "\"", bracket);
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
    const bool separates = text[i] == '\'' && i + 1 < text.size() && of_a_word(text[i + 1]);
    return of_a_word(text[i]) || text[i] == '.' || sign || separates;
  };
  for (++at; at < text.size() && inside(at); ++at) {
  }
  return at;
}

/// Returns the kind of what begins at `at`, and where it ends.
std::pair<Lexeme::Kind, std::size_t> kind_at(std::string_view text, std::size_t at, bool line_starts) {
  const char c = text[at];
  if (line_starts && c == '#') return {Lexeme::directive, std::min(text.find('\n', at), text.size())};
  if (std::isdigit(static_cast<unsigned char>(c)) != 0) return {Lexeme::literal, behind_number(text, at)};
  if (c == '"' || c == '\'') return {Lexeme::literal, behind_literal(text, at, false)};
  if (!of_a_word(c)) return {Lexeme::sign, at + 1};
  std::size_t end = at + 1;
  while (end < text.size() && of_a_word(text[end])) ++end;
  const std::string_view word = text.substr(at, end - at);
  const bool quotes = end < text.size() && (text[end] == '"' || text[end] == '\'') && word.size() <= 3 &&
                      word.find_first_not_of("uUL8R") == word.npos;
  if (!quotes) return {Lexeme::word, end};
  return {Lexeme::literal, behind_literal(text, end, word.back() == 'R')};
}

/// Behind the blank or the comment that begins at `at`; `at` where none does.
std::size_t behind_blank(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  if (text.substr(at, 2) == "/*") return behind(text, "*/", at + 2);
  return at + (std::isspace(static_cast<unsigned char>(text[at])) != 0 ? 1 : 0);
}

}  // namespace

std::vector<Lexeme> lexemes_of(std::string_view text) {
  std::vector<Lexeme> all;
  bool line_starts = true;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = behind_blank(text, at);
    const bool blank = end > at;
    if (!blank) {
      Lexeme next{Lexeme::sign, ""};
      std::tie(next.kind, end) = kind_at(text, at, std::exchange(line_starts, false));
      next.text = text.substr(at, end - at);
      all.push_back(next);
    }
    line_starts = line_starts || (blank && text.substr(at, end - at).find('\n') != text.npos);
  }
  return all;
}

static std::string last_word(const std::string& text) {
  const auto end = std::find_if(text.rbegin(), text.rend(), of_a_word);
  return {std::find_if_not(end, text.rend(), of_a_word).base(), end.base()};
}

std::vector<std::string> function_declarations(const std::string& text) {
  static const std::regex function(R"((?!using\b|typedef\b|static_assert\b)[^=]*\(.*\))");
  std::vector<std::string> found;
  std::string statement;
  int depth = 0;
  const char* end = nullptr;  // of the lexeme before
  for (const Lexeme& one : lexemes_of(text)) {
    if (one.kind == Lexeme::directive) continue;
    depth += one.text == "{" ? 1 : one.text == "}" ? -1 : 0;
    if (one.text == "}") statement.clear();
    if (depth > 0 || one.text == "}") continue;
    if (one.text != ";") {
      const bool blank = !statement.empty() && one.text.data() != end;
      statement.append(blank ? " " : "").append(one.text);
      end = one.text.data() + one.text.size();
    } else {
      if (std::regex_match(statement, function)) found.push_back(statement);
      statement.clear();
    }
  }
  return found;
}

FunctionNames names_in(const std::string& declaration) {
  std::vector<std::string> pieces{""};  // what stands before the '(' and, after it, between the commas
  int angles = 0, rounds = 0;
  for (const char letter : declaration) {
    angles += letter == '<' ? 1 : letter == '>' ? -1 : 0;
    rounds += angles > 0 ? 0 : letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (angles == 0 && (letter == '(' || letter == ','))
      pieces.emplace_back();
    else if (letter != ')')
      pieces.back() += letter;
  }
  if (pieces.size() < 2 || rounds != 0) throw_error("'{}' declares no function", declaration);
  FunctionNames names{last_word(pieces[0]), ""};
  for (std::size_t i = 1; i < pieces.size(); ++i)
    names.parameters += (i == 1 ? "" : ", ") + last_word(pieces[i]);
  return names;
}

std::vector<std::string> comments_of(const std::string& text) {
  std::vector<std::string> comments;
  bool in_comment = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool comment = trimmed(line).starts_with("//");
    if (comment && !in_comment) comments.emplace_back();
    if (comment) comments.back() += line + '\n';
    in_comment = comment;
  }
  return comments;
}

std::string with_comments(std::string text, const std::vector<std::string>& from,
                          const std::vector<std::string>& to) {
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
    const std::size_t at = text.find(from[i]);
    if (at != std::string::npos) text.replace(at, from[i].size(), to[i]);
  }
  return text;
}

}  // namespace heed::grading
