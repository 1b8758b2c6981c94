// A C++ text without a preprocessor, which need not compile to be looked at: its words and signs, the
// functions that it declares, its comments.
#pragma once

#include <cctype>
#include <string>
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

/// The function declarations at file level of a C++ text, each as one line without its ';'. Comments and
/// #include lines are passed over; what stands in braces is not looked into.
std::vector<std::string> function_declarations(const std::string& text);

/// "Tensor split(const Tensor& x, int heads)" has the name "split" and the parameters' names "x, heads".
struct FunctionNames {
  std::string name, parameters;
};
FunctionNames names_in(const std::string& declaration);

/// The blocks of lines of a C++ text that are comments.
std::vector<std::string> comments_of(const std::string& text);

/// `text` with every block of comments that is one of `from` replaced by that of `to`.
std::string with_comments(std::string text, const std::vector<std::string>& from,
                          const std::vector<std::string>& to);

}  // namespace heed::grading
