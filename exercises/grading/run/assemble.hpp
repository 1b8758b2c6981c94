// From a folder of answers to one program, the learner's translator (exercises/translator).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grading/run/compile_answer.hpp"

namespace heed::grading {

/// Says how one exercise's answer was taken in. Where it is not `used`, the reference stands in for it.
struct AssembledPart {
  std::string exercise;
  /// used, missing (no file, or a function that is not written), broken (does not compile), refused (uses
  /// what it may not).
  std::string state;
  std::string message{};
  int line = 0;          // of the compiler's message; 0: not known
  std::string reason{};  // of a refusal
};

struct Assembled {
  std::filesystem::path program{};  // empty if the program could not be linked
  std::vector<AssembledPart> parts{};
  std::string message{};   // why it could not
  std::uint64_t seed = 0;  // of the answers' text: what the stages are drawn from
};

/// Compiles answers/CHAPTER/NAME.cpp of each exercise, two at a time, and links them in `folder`, which is
/// made; object files of answers that have not changed since are used again. Throws Error, Interrupted.
Assembled assemble_translator(const Toolchain& toolchain, const std::vector<std::string>& exercises,
                              const std::filesystem::path& answers, const std::filesystem::path& folder);

}  // namespace heed::grading
