// Running one part of a learner's program and understanding how it ended.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "exercises/grading/run/wire.hpp"

namespace heed::grading {

enum class End { all_cases, crashed, timed_out, no_memory, left_early };

struct AnswerRun {
  std::vector<CaseOutcome> cases{};  // those that came out; all of them if end is all_cases
  std::vector<DemoLine> demo{};
  End end = End::all_cases;
  std::string signal{};  // "SIGSEGV"
  /// Why, as a word that a user interface can translate: stack_overflow, segmentation_fault,
  /// division_by_zero, assertion, aborted, killed, signal, exit, sanitizer; "" if it did not crash.
  std::string reason{};
  std::string message{};  // the library's or sanitizer's own words
  std::string printed{};  // what it printed, at most 2,000 bytes
};

struct RunOptions {
  double seconds = 10;
  bool sanitized = false;
};

/// Throws Error if it cannot be started, Interrupted.
AnswerRun run_answer(const std::filesystem::path& program, const Job& job, RunOptions options);

}  // namespace heed::grading
