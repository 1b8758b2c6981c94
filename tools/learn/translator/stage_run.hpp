// One run of the learner's translator: a program that holds all their answers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "lib/process/process.hpp"

namespace heed {

/// How a stage ended: passed; or where it went wrong, with a number and a text (exercises/translator), also
/// crashed, timeout, and not_run behind one that failed.
struct StageOutcome {
  bool passed = false;
  std::string where = "not_run";
  double number = 0;
  std::string detail = "";
  std::vector<std::string> running = {};  // at a timeout: in which exercises' functions, outermost first
};

struct StageRun {
  std::string name;            // exercises/translator/stages.hpp
  std::filesystem::path file;  // which it reads or writes
  std::uint64_t seed = 0;
  double seconds = 0;                     // after which it has failed
  std::set<std::string> references = {};  // exercises whose references take the answers' places
  std::string label = "";                 // of its progress on standard error
  bool stays = true;                      // its last line there
};

/// Throws Interrupted, with "step 3 of 200" where it was training.
StageOutcome run_stage(const std::filesystem::path& program, const StageRun& run);

/// Runs the learner's translator, on one thread, for `seconds` at most: `see` gets each line of JSON that it
/// hands back. Throws Interrupted.
ProcessResult follow(const std::filesystem::path& program, std::vector<std::string> arguments, double seconds,
                     const std::function<void(const nlohmann::json&)>& see);

}  // namespace heed
