// Grading one file: compile, run every part, compare, name the mistake.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "exercises/grading/run/compile_answer.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

struct GradeOptions {
  std::uint64_t seed = 1;
  /// A second seed, whose cases follow those of the first. grade() takes that of the file's text: the verdict
  /// on a file is always the same, and nothing can be prepared for it.
  std::optional<std::uint64_t> second_seed{};
  bool sanitize = false;
  bool demo = true;    // shows something after a pass
  double seconds = 0;  // time limit of every part; 0: its own
};

/// Throws Error if there is no such file, Interrupted.
Verdict grade(const Toolchain& toolchain, const Entry& entry, const std::filesystem::path& file,
              const GradeOptions& options = {});

/// The same for a program that was compiled before.
Verdict grade_program(const Entry& entry, const Compiled& compiled, const GradeOptions& options);

}  // namespace heed::grading
