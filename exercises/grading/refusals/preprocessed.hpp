// An answer's text as the compiler gets it: macros are expanded, names that were pasted together are whole.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grading/source/lexemes.hpp"
#include "lib/process/process.hpp"

namespace heed::grading {

/// The last thing that is declared before an answer: what stands behind it is looked at.
inline constexpr char answer_begins[] = "answer_begins_here_";

struct Token {
  Lexeme::Kind kind;  // no directives that only say where something stands
  std::string text;
  bool own;  // not of a header; a macro of the answer may put words there, too
};

struct Preprocessed {
  std::vector<Token> tokens{};
  std::vector<std::string> included{};  // by the answer itself: "/usr/include/c++/12/queue"
  bool too_long = false;                // macros made so much of it that it was not read to its end
  std::vector<std::string> words() const;
};

/// What `compiler -E` wrote for the answer `source`.
Preprocessed read_preprocessed(const std::string& text, const std::string& source);

/// Whether the preprocessor would show nothing of an answer that compiles but what its own names are: no
/// directive but #include of the C++ library or the course, no name of the compiler's own and no macro, no
/// attribute, no buffer of a stream, nothing that is spelled in another way. Most answers are so.
bool written_plainly(const std::string& text);
/// The tokens of such a text.
Preprocessed as_written(const std::string& text);

/// Runs the preprocessor of a command that compiles `source` (`… -c SOURCE -o OBJECT`). A line `# 1 "file" 1`
/// of the answer, which would say that what follows stands elsewhere, becomes the first token.
Preprocessed preprocess(std::vector<std::string> compile, const std::filesystem::path& source);
/// The same behind a compilation that ended by itself; of another nothing: the preprocessor would not get
/// through it either.
Preprocessed preprocess_behind(const ProcessResult& compiled, std::vector<std::string> compile,
                               const std::filesystem::path& source);

}  // namespace heed::grading
