#include <fmt/format.h>
#include <algorithm>
#include <fstream>

#include "exercises/grading/self_test.hpp"
#include "lib/files/temporary_folder.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

std::string first_trouble(const Verdict& verdict) {
  if (!verdict.compiled.missing.empty())
    return "the function is missing: " + verdict.compiled.missing.front();
  if (!verdict.compiled.forbidden.empty()) return "it uses " + verdict.compiled.forbidden.front().name;
  if (!verdict.compiled.ok() && !verdict.compiled.messages.errors.empty()) {
    const CompilerMessage& error = verdict.compiled.messages.errors.front();
    return fmt::format("line {}: {}", error.line, error.message);
  }
  for (const PartVerdict& part : verdict.parts) {
    if (part.status == Status::passed) continue;
    const std::string where = part.failure ? part.failure->inputs.label : "",
                      why = part.failure ? part.failure->message : "";
    return fmt::format("part {}: {} in case '{}' {}", part.name, to_string(part.status), where, why);
  }
  return "no trouble";
}

fs::path write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

void test_stub(const Toolchain& toolchain, const Entry& entry, const fs::path& file, SelfTestReport& report) {
  const Verdict verdict = grade(toolchain, entry, file);
  if (!verdict.compiled.ok()) {
    report.problems.push_back("the stub does not compile: " + first_trouble(verdict));
    return;
  }
  for (const PartVerdict& part : verdict.parts) {
    ++report.checks;
    if (part.status != Status::not_written || part.points != 0)
      report.problems.push_back(
          fmt::format("the stub's part {} is {}, not not_written", part.name, to_string(part.status)));
  }
}

void test_deadly(const Toolchain& toolchain, const Entry& entry, const fs::path& file, MistakeRow& row,
                 SelfTestReport& report) {
  const Verdict verdict = grade(toolchain, entry, file);
  row.caught = verdict.compiled.ok() && !verdict.passed();
  row.named = false;
  bool another = false;
  for (const PartVerdict& part : verdict.parts) {
    ++report.checks;
    if (!part.mistake) continue;
    row.named = row.named || part.mistake->id == row.mistake.id;
    another = another || part.mistake->id != row.mistake.id;
  }
  row.named = row.named && !another;
  if (!row.caught || !row.named)
    report.problems.push_back(fmt::format("wrong {}, as a program: {}; {}", row.mistake.id,
                                          first_trouble(verdict),
                                          another     ? "another mistake is named"
                                          : row.named ? "named"
                                                      : "not named"));
}

/// A correct file, on every seed, compiled once.
void test_right(const Toolchain& toolchain, const Entry& entry, const fs::path& file, bool sanitize,
                SelfTestReport& report) {
  const TemporaryFolder folder;
  const Compiled compiled = compile_answer(toolchain, entry, file, folder.path(), {.sanitize = sanitize});
  ++report.right_answers;
  bool accused = false;
  for (std::uint64_t seed = 1; seed <= self_test_seeds; ++seed) {
    const Verdict verdict = grade_program(entry, compiled, folder.path(),
                                          {.seed = seed, .sanitize = sanitize || toolchain.always_sanitized});
    for (const PartVerdict& part : verdict.parts) {
      report.checks += part.checks;
      if (sanitize && seed == 1) report.part_checks[part.name] = part.checks;
      if (part.mistake)
        report.problems.push_back(
            fmt::format("{} is accused of {}", file.filename().string(), part.mistake->id));
      accused = accused || part.mistake;
    }
    if (verdict.passed()) continue;
    accused = true;
    report.problems.push_back(
        fmt::format("{}, seed {}, is refused: {}", file.filename().string(), seed, first_trouble(verdict)));
    break;
  }
  report.accused += accused ? 1 : 0;
}

}  // namespace

void test_programs(const Toolchain& toolchain, const Entry& entry, const fs::path& folder,
                   SelfTestReport& report) {
  const MarkedSource source = MarkedSource::read(folder / "exercise.cpp");
  const TemporaryFolder temporary;
  test_stub(toolchain, entry, write(temporary.path() / "stub.cpp", source.stub()), report);
  test_right(toolchain, entry, write(temporary.path() / "solution.cpp", source.solution()), true, report);
  const Exercise exercise = described(entry.reference);
  for (MistakeRow& row : report.mistakes) {
    if (!is_deadly(exercise, row.mistake.id)) continue;
    const fs::path file = temporary.path() / (row.mistake.id + ".cpp");
    test_deadly(toolchain, entry, write(file, source.wrong(row.mistake.id)), row, report);
  }
  std::vector<fs::path> others;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder / "solutions", none)) {
    if (file.path().extension() == ".cpp") others.push_back(file.path());
  }
  std::sort(others.begin(), others.end());
  for (const fs::path& file : others) test_right(toolchain, entry, file, false, report);
}

}  // namespace heed::grading
