// heed learn run: one case of an answer as a program, under a debugger if asked.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"
#include "lib/process/this_program.hpp"
#include "tools/commands/learn_runs.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

/// The name of the first part that failed, else of the first; of one that is named, or whose failing case is
/// (as `labels` has it in Korean, too), that. With the label of its case; empty: all cases.
std::pair<std::string, std::string> chosen_case(const Verdict& verdict, const std::string& wanted,
                                                const Labels& labels) {
  const auto label_of = [](const PartVerdict& part) { return part.failure ? part.failure->label : ""; };
  const auto& parts = verdict.parts;
  const auto found = std::ranges::find_if(parts, [&](const PartVerdict& part) {
    std::string korean = label_of(part);
    labels.translate(korean);
    if (!wanted.empty()) return part.name == wanted || label_of(part) == wanted || korean == wanted;
    return part.status != PartStatus::passed && part.status != PartStatus::not_written;
  });
  if (found != parts.end()) return {found->name, label_of(*found)};
  if (wanted.empty()) return {parts.front().name, ""};
  std::string names;
  for (const PartVerdict& part : parts) names += (names.empty() ? "" : ", ") + part.name;
  throw_error<UsageError>(tr_noop("'{}' is no part and no failing case; the parts are {}"), wanted, names);
}

}  // namespace

int run_program(Learner& learner, const LearnOptions& o, Page& page) {
  const CourseExercise& exercise = with_a_file(learner, o.name);
  if (exercise.is_quiz()) throw_error<UsageError>(tr_noop("{} is a quiz: it has no program"), exercise.name);
  learner.prepare(exercise);
  const Verdict verdict = learner.check(exercise, {.demo = false});
  if (!verdict.trouble.empty()) throw Error(verdict.trouble);
  if (!verdict.compiled || !verdict.missing.empty() || !verdict.forbidden.empty()) {
    learner.show_checked(page, exercise, verdict);
    return 1;
  }
  const auto [part, label] = chosen_case(verdict, o.part, Labels(learner.course().file("labels.ko.json")));
  const std::filesystem::path answers = std::filesystem::absolute(learner.answers().folder()),
                              file = answers / exercise.answer(), folder = answers / ".check" / "run";
  make_folders(folder);
  const auto [program, seed, functions] = learner.grader().program(exercise.name, file, folder);
  if (o.vscode) {
    const std::filesystem::path launch = answers / ".vscode" / "launch.json";
    make_folders(launch.parent_path());
    write_json(launch, {{"version", "0.2.0"},
                        {"configurations",
                         {{{"name", "heed: " + exercise.name},
                           {"type", "cppdbg"},
                           {"request", "launch"},
                           {"program", program.string()},
                           {"args", {part, label, seed}},
                           {"cwd", answers.string()},
                           {"MIMode", "gdb"}}}}});
    fmt::print("{}\n", tr("{}: open the folder in VS Code, set a breakpoint in {} and press F5",
                          launch.string(), file.filename().string()));
    return 0;
  }
  std::vector<std::string> command{program.string(), part, label, seed};
  if (o.gdb) {
    std::vector<std::string> gdb{"gdb", "-q"};
    for (const std::string& function : functions) gdb.insert(gdb.end(), {"-ex", "break " + function});
    gdb.insert(gdb.end(), {"-ex", "run", "--args"});
    command.insert(command.begin(), gdb.begin(), gdb.end());
  }
  replace_by(std::move(command), tr("is it installed?"));
}

}  // namespace heed
