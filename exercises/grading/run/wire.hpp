// Two texts go between the grader and a learner's program: the job (cases of one part) and the log (what came
// out), which consists of frames. Numbers are as they lie in memory: both programs run on this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/run/run_part.hpp"

namespace heed::grading {

struct Job {
  std::string part{};  // "" runs the demo
  std::vector<Inputs> cases{};
};

std::string encode(const Job& job);
/// Throws Error if it is no job.
Job decode_job(std::string_view bytes);

/// Holds what a learner's program left behind, as far as it came.
struct Log {
  std::vector<CaseOutcome> cases{};
  std::vector<DemoLine> demo{};
  bool ended = false;           // it came to the end by itself
  bool stack_overflow = false;  // its last word
};

std::string case_frame(const CaseOutcome& outcome);
std::string demo_frame(const std::vector<DemoLine>& lines);
std::string end_frame();
std::string stack_overflow_frame();

/// Reads frames up to the first that is incomplete.
Log decode_log(std::string_view bytes);

}  // namespace heed::grading
