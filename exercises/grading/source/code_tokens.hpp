// A C++ text as tokens with their brackets matched, without a compiler: as far as edits need it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

/// A word, a literal, a sign of one or two characters, or a directive.
struct CodeToken {
  Lexeme::Kind kind;
  std::string_view text;
  int line;
  std::size_t from, to;     // in the text
  std::size_t partner = 0;  // of a bracket, also <> of a template; 0: it is none
  bool angle = false;       // such a <>

  bool is(std::string_view other) const { return text == other; }
  bool opens() const { return angle ? text == "<" : text == "(" || text == "[" || text == "{"; }
  bool closes() const { return angle ? text == ">" : text == ")" || text == "]" || text == "}"; }
};

/// What stands from one token to before another.
struct Span {
  std::size_t first, end;
};

/// Those of a text, which must outlive them. None of one with macros, with a bracket that has no partner, or
/// too long to be looked through.
class CodeTokens {
 public:
  CodeTokens() = default;
  explicit CodeTokens(const std::string& text);

  std::size_t size() const { return tokens_.size(); }
  const CodeToken& operator[](std::size_t i) const { return tokens_[i]; }
  /// Whether there is an i-th, and that.
  bool is(std::size_t i, std::string_view text) const { return i < size() && tokens_[i].is(text); }
  bool is_word(std::size_t i) const { return i < size() && tokens_[i].kind == Lexeme::word; }
  /// Behind the closing bracket of the one at `open`.
  std::size_t behind(std::size_t open) const { return tokens_[open].partner + 1; }
  /// Behind what stands at `i`, which is all in brackets or a token.
  std::size_t next(std::size_t i) const { return tokens_[i].opens() ? behind(i) : i + 1; }
  /// The next of these outside of brackets, or `end`.
  std::size_t find(std::size_t i, std::size_t end, std::initializer_list<std::string_view> texts) const;
  /// Behind the bracket around `i` that opens last, but not before `first`.
  std::size_t begin_of_brackets(std::size_t i, std::size_t first) const;
  /// Whether the bracket at `i` begins a lambda: no operand stands before it in what begins at `first`.
  bool begins_lambda(std::size_t i, std::size_t first) const;

 private:
  std::vector<CodeToken> tokens_{};
};

}  // namespace heed::grading
