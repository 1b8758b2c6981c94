#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "exercises/grading/self_test/self_test.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "lib/files/folders.hpp"

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

}  // namespace

void test_programs(const Toolchain& toolchain, const Entry& entry, const fs::path& folder,
                   std::uint64_t seeds, SelfTestReport& report) {
  const MarkedSource source = MarkedSource::read(folder / "exercise.cpp");
  const TemporaryFolder temporary;
  test_stub(toolchain, entry, write(temporary.path() / "stub.cpp", source.stub()), report);
  test_right(toolchain, entry, write(temporary.path() / "solution.cpp", source.solution()),
             std::min(seeds, program_seeds), report);
}

}  // namespace heed::grading
