// Messages of a compiler and a linker are reduced to what a beginner needs.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed::grading {

struct CompilerMessages {
  std::vector<CompilerMessage> errors{};    // at most three, in the learner's file where possible
  std::vector<CompilerMessage> warnings{};  // at most three, in the learner's file
};

/// Reads GCC's plain output (LC_ALL=C, no carets). An error inside a header is reported at the line of the
/// learner's file that led to it. `text` is the learner's file.
CompilerMessages reduce_compiler_output(const std::string& output, const std::string& file,
                                        const std::string& text);

/// The functions that a linker did not find, each once, as "softmax(Tensor const&)".
std::vector<std::string> missing_functions(const std::string& linker_output);
/// Other complaints of a linker: a function defined twice, a main.
std::vector<CompilerMessage> linker_errors(const std::string& linker_output);

/// Cuts after whole characters of UTF-8.
std::string at_most(std::string text, std::size_t bytes);
/// The text, each line cut after 4096 bytes: std::regex goes as deep as a match is long.
std::string in_short_lines(const std::string& text);

/// Names as the learner writes them: no heed::learn::, no {aka …}, std::string instead of its long name.
std::string plain_names(std::string text);

}  // namespace heed::grading
