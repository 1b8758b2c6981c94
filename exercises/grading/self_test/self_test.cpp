#include "exercises/grading/self_test/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exercises/grading/source/marked_source.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"
#include "lib/process/process.hpp"
#include "lib/process/side_by_side.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

std::string first_trouble(const Verdict& verdict) {
  if (!verdict.missing.empty()) return "the function is missing: " + verdict.missing.front();
  if (!verdict.forbidden.empty()) return "it uses " + verdict.forbidden.front().name;
  if (!verdict.errors.empty()) {
    const CompilerMessage& error = verdict.errors.front();
    return fmt::format("line {}: {}", error.line, error.message);
  }
  for (const PartVerdict& part : verdict.parts) {
    if (part.status == PartStatus::passed) continue;
    const std::string where = part.failure ? part.failure->label : "",
                      why = part.failure ? part.failure->message : "";
    return fmt::format("part {}: {} in case '{}' {}", part.name, to_string(part.status), where, why);
  }
  return "no trouble";
}

/// How often a right answer is run as a program, at most; what is compiled into the grader runs on all seeds.
constexpr std::uint64_t program_seeds = 2;

fs::path write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

void test_stub(const Toolchain& toolchain, const Entry& entry, const fs::path& file, SelfTestReport& report) {
  const Verdict verdict = grade(toolchain, entry, file);
  if (!verdict.compiled) {
    report.problems.push_back("the stub does not compile: " + first_trouble(verdict));
    return;
  }
  for (const PartVerdict& part : verdict.parts) {
    ++report.checks;
    if (part.status != PartStatus::not_written || part.points != 0)
      report.problem("the stub's part {} is {}, not not_written", part.name, to_string(part.status));
  }
}

/// A correct file under the sanitizers, on that many seeds, compiled once.
void test_right(const Toolchain& toolchain, const Entry& entry, const fs::path& file, std::uint64_t seeds,
                SelfTestReport& report) {
  const TemporaryFolder folder;
  const Compiled compiled = compile_answer(toolchain, entry, file, folder.path(), {.sanitize = true});
  ++report.right_answers;
  bool accused = false;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Verdict verdict = grade_program(entry, compiled, {.seed = seed, .sanitize = true});
    for (const PartVerdict& part : verdict.parts) {
      report.checks += part.checks;
      if (seed == 1) report.part_checks[part.name] = part.checks;
      if (part.mistake) report.problem("{} is accused of {}", file.filename().string(), part.mistake->id);
      accused = accused || part.mistake;
    }
    if (verdict.passed()) continue;
    accused = true;
    report.problem("{}, seed {}, is refused: {}", file.filename().string(), seed, first_trouble(verdict));
    break;
  }
  report.accused += accused ? 1 : 0;
}

/// As programs: the stub gets 0, the solution full marks under the sanitizers, on at most two seeds.
void test_programs(const Toolchain& toolchain, const Entry& entry, const fs::path& folder,
                   std::uint64_t seeds, SelfTestReport& report) {
  const MarkedSource source = MarkedSource::read(folder / "exercise.cpp");
  const TemporaryFolder temporary;
  test_stub(toolchain, entry, write(temporary.path() / "stub.cpp", source.stub()), report);
  test_right(toolchain, entry, write(temporary.path() / "solution.cpp", source.solution()),
             std::min(seeds, program_seeds), report);
}

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
