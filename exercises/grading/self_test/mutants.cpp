#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "exercises/grading/grade/programs.hpp"
#include "exercises/grading/self_test/self_test.hpp"
#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/files/temporary_folder.hpp"
#include "lib/process/side_by_side.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

/// The program of a text with its edits as choices.
EditProgram program_with_edits(const Toolchain& toolchain, const Entry& entry, const std::string& text,
                               const fs::path& folder) {
  EditProgram choices(text, [&](const std::string& with_choices) -> std::function<Experiment()> {
    const auto compiler = std::make_shared<ExperimentAtWork>(toolchain, entry, with_choices, folder);
    return [compiler] { return compiler->outcome(); };
  });
  choices.wait(std::chrono::minutes(1));
  return choices;
}

/// At most, of the program with choices, without an edit.
constexpr double seconds_for_a_case = 0.3;

/// Some cases of a part, with the right outcomes.
struct Tried {
  const Part& part;
  std::vector<Inputs> cases{};
  std::vector<CaseOutcome> right{};
  double seconds = 0;  // that the program takes for them without an edit
};

/// Without what is measured: a program with choices costs more.
std::vector<CaseOutcome> not_measured(std::vector<CaseOutcome> outcomes) {
  for (CaseOutcome& one : outcomes)
    std::erase_if(one.outputs, [](const Output& output) { return output.purpose == Purpose::measured; });
  return outcomes;
}

AnswerRun run_with(const EditProgram& choices, int edit, const Tried& tried, double seconds) {
  AnswerRun run = run_on_cases(choices.program(), tried.part, tried.cases, {.seconds = seconds},
                               std::vector<int>(tried.cases.size(), edit));
  run.cases = not_measured(run.cases);
  return run;
}

/// With four times as much time as without it, and a second, in which an edit has an end or has none.
bool passes_with(const EditProgram& choices, int edit, const Tried& tried) {
  return passes(tried.part, tried.right, run_with(choices, edit, tried, 1 + 4 * tried.seconds).cases);
}

/// The cases in which the program without any edit is right, soon enough: choices make it slow. How many are
/// not so is counted.
std::vector<Tried> what_is_tried(const EditProgram& choices, const Expected& expected, int& left_out) {
  std::vector<Tried> all;
  for (const Part& part : expected.exercise.parts()) {
    if (part.options.questions) continue;
    Tried tried{.part = part};
    const std::vector<CaseOutcome> right = not_measured(expected.outcomes.at(part.name));
    for (std::size_t i = 0; i < right.size(); ++i) {
      const Tried one{part, {expected.cases.at(part.name)[i]}, {right[i]}};
      const AnswerRun run = run_with(choices, 0, one, seconds_for_a_case);
      if (!passes(part, one.right, run.cases)) {
        ++left_out;
        continue;
      }
      tried.cases.push_back(one.cases[0]);
      tried.right.push_back(one.right[0]);
      tried.seconds += run.seconds;
    }
    if (!tried.cases.empty()) all.push_back(std::move(tried));
  }
  return all;
}

}  // namespace

Mutants mutants_that_pass(const Toolchain& toolchain, const Entry& entry, const std::string& text) {
  const TemporaryFolder folder;
  const EditProgram choices = program_with_edits(toolchain, entry, text, folder.path());
  if (choices.program().empty()) throw_error("{}: no program could be made of its edits", entry.name);
  Mutants mutants{.tried = choices.edits().size()};
  const Expected expected = expect(entry, 1, 2);
  const std::vector<Tried> tried = what_is_tried(choices, expected, mutants.left_out);
  std::vector<char> pass(mutants.tried, 0);
  side_by_side(mutants.tried, 2, [&](std::size_t i) {
    pass[i] = std::ranges::all_of(
        tried, [&](const Tried& one) { return passes_with(choices, static_cast<int>(i) + 1, one); });
  });
  for (std::size_t i = 0; i < mutants.tried; ++i) {
    if (!pass[i]) continue;
    const Edit& edit = choices.edits()[i];
    const fs::path file = folder.path() / "mutant.cpp";
    std::ofstream(file, std::ios::binary) << with_edit(text, edit);
    if (grade(toolchain, entry, file, {.demo = false, .edits = false}).passed())
      mutants.passed.push_back(edit);
  }
  return mutants;
}

}  // namespace heed::grading
