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
};

/// Returns the lexemes of a text, which must outlive them, without comments.
std::vector<Lexeme> lexemes_of(std::string_view text);

}  // namespace heed::grading
