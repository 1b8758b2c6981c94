#include "exercises/grading/self_test/self_test.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "lib/process/side_by_side.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

SelfTestReport test_exercise(const SelfTestOptions& options, const Entry& entry) {
  SelfTestReport report{.exercise = entry.name};
  const fs::path folder = options.root / "exercises" / entry.chapter / entry.name;
  try {
    test_reference(entry, options.seeds, report);
    test_implementations(entry, options.seeds, report);
    test_programs(options.toolchain, entry, folder, options.seeds, report);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    report.problems.push_back(error.what());
  }
  return report;
}

std::vector<SelfTestReport> test_all(const SelfTestOptions& options) {
  std::vector<const Entry*> entries;
  for (const std::string& name : options.names) entries.push_back(&find_entry(name));
  if (options.names.empty()) {
    for (const Entry& entry : all_entries()) entries.push_back(&entry);
  }
  std::vector<SelfTestReport> reports(entries.size());
  side_by_side(entries.size(), std::thread::hardware_concurrency(),
               [&](std::size_t i) { reports[i] = test_exercise(options, *entries[i]); });
  return reports;
}

nlohmann::json counts(const SelfTestReport& report) {
  return {{"mistakes", report.mistakes.size()}, {"parts", report.part_checks}};
}

/// Compares the number of executed checks with those written down, or writes them down.
void check_pins(const SelfTestOptions& options, std::vector<SelfTestReport>& reports) {
  const fs::path path = options.root / "exercises" / "checks.json";
  nlohmann::json pins = fs::exists(path) ? read_json(path) : nlohmann::json::object();
  for (SelfTestReport& report : reports) {
    if (options.pin) {
      pins[report.exercise] = counts(report);
    } else if (pins[report.exercise] != counts(report)) {
      report.problem(
          "executed checks are {}, but exercises/checks.json says {}; if that is meant, run "
          "course_grader --self-test {} --pin",
          counts(report).dump(), pins[report.exercise].dump(), report.exercise);
    }
  }
  if (options.pin) write_json(path, pins);
}

void print_sum(const std::vector<SelfTestReport>& reports, std::uint64_t seeds) {
  int mistakes = 0, caught = 0, named = 0, right = 0, accused = 0, checks = 0;
  for (const SelfTestReport& report : reports) {
    for (const MistakeRow& row : report.mistakes) {
      ++mistakes;
      caught += row.caught ? 1 : 0;
      named += row.named ? 1 : 0;
    }
    right += report.right_answers;
    accused += report.accused;
    checks += report.checks;
  }
  fmt::print(
      "{} mistakes: {} caught, {} named, on {} seeds each; {} right answers: {} refused or accused; {} "
      "checks\n",
      mistakes, caught, named, seeds, right, accused, checks);
}

}  // namespace

int run_self_test(const SelfTestOptions& options) {
  std::vector<SelfTestReport> reports = test_all(options);
  check_pins(options, reports);
  print_sum(reports, options.seeds);
  int problems = 0;
  for (const SelfTestReport& report : reports) {
    for (const std::string& problem : report.problems) fmt::print("{}: {}\n", report.exercise, problem);
    problems += static_cast<int>(report.problems.size());
  }
  fmt::print("{} problem{}\n", problems, problems == 1 ? "" : "s");
  return problems == 0 ? 0 : 1;
}

}  // namespace heed::grading
