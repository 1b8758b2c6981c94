// The course tests itself: that stubs get nothing, solutions everything, and that known mistakes are caught
// and named.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "exercises/grading/name/grade.hpp"

namespace heed::grading {

/// Says how a known-wrong implementation fared on all seeds.
struct MistakeRow {
  Mistake mistake;
  bool caught = true;  // it fails a part, always the same ones
  bool named = true;   // some failed part names it, and none names another
};

struct SelfTestReport {
  std::string exercise;
  std::vector<std::string> problems{};
  std::vector<MistakeRow> mistakes{};
  std::map<std::string, int> part_checks{};  // compared outputs of each part, for one solution
  int checks = 0;                            // all comparisons that were made
  int right_answers = 0;                     // the solution, and those of solutions/
  int accused = 0;                           // those that were refused or accused

  template <typename... Args>
  void problem(fmt::format_string<Args...> text, Args&&... args) {
    problems.push_back(fmt::format(text, std::forward<Args>(args)...));
  }
};

/// Pins count the checks of these seeds; each draws other cases.
inline constexpr std::uint64_t self_test_seeds = 5;

/// The reference gives numbers, and gradients that are those of central differences.
void test_reference(const Entry& entry, std::uint64_t seeds, SelfTestReport& report);
/// All that is compiled into the grader, on the seeds 1, 2, …: each file of solutions/ passes all parts and
/// is accused of nothing; every known-wrong implementation is caught and named.
void test_implementations(const Entry& entry, std::uint64_t seeds, SelfTestReport& report);

struct SelfTestOptions {
  Toolchain toolchain;
  std::filesystem::path root;        // the project
  std::vector<std::string> names{};  // none: all
  std::uint64_t seeds = self_test_seeds;
  bool pin = false;  // write the numbers of checks to exercises/checks.json
};

/// Prints problems and how many mistakes were caught and named; 0 if there is no problem.
int run_self_test(const SelfTestOptions& options);

}  // namespace heed::grading
