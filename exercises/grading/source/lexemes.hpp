// A C++ text as words and signs, without a preprocessor: it need not compile to be looked at.
#pragma once

#include <cctype>
#include <string_view>
#include <vector>

namespace heed::grading {

inline bool of_a_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

struct Lexeme {
  enum Kind { word, sign, literal, directive };
  Kind kind;  // literal: a number, or in quotation marks; directive: a line that begins with #
  std::string_view text;
  int line;    // from 1
  bool first;  // at the very start of its line

  bool opens() const { return text == "(" || text == "[" || text == "{"; }
  bool closes() const { return text == ")" || text == "]" || text == "}"; }
};

/// Those of a text, which must outlive them, but for comments.
class Lexemes {
 public:
  explicit Lexemes(std::string_view text);

  std::size_t size() const { return lexemes_.size(); }
  const Lexeme& operator[](std::size_t i) const { return lexemes_[i]; }
  std::vector<Lexeme>::const_iterator begin() const { return lexemes_.begin(); }
  std::vector<Lexeme>::const_iterator end() const { return lexemes_.end(); }
  /// Returns true if there is an i-th, and it is that text.
  bool is(std::size_t i, std::string_view text) const { return i < size() && lexemes_[i].text == text; }
  /// The next that is `text`; size() if none is.
  std::size_t find(std::string_view text, std::size_t from) const;
  /// Behind the closing bracket of the one at `open`; size() if it is not closed.
  std::size_t behind(std::size_t open) const;

 private:
  std::vector<Lexeme> lexemes_;
};

}  // namespace heed::grading
