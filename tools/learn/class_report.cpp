// The answers of a whole class: a folder with a folder for each submission.
#include <fmt/format.h>

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/csv.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/report.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// What a spreadsheet would take for a formula gets a ' in front.
std::string csv_cell(const std::string& text) {
  const bool formula = !text.empty() && std::string("=+-@\t\r").find(text[0]) != std::string::npos;
  return csv_quoted(formula ? "'" + text : text);
}

/// "stable_softmax: first_axis (forward); …": the mistakes that have a name.
std::string mistakes_in(const std::vector<ReportEntry>& entries) {
  std::string text;
  for (const ReportEntry& entry : entries)
    for (const PartVerdict& part : entry.outcome.verdict.parts)
      if (part.mistake)
        text += fmt::format("{}{}: {} ({})", text.empty() ? "" : "; ", entry.exercise.name, part.mistake->id,
                            part.name);
  return text;
}

/// Says whether a system put it beside files, or it is hidden.
bool is_of_a_system(const std::string& name) { return name.starts_with('.') || name == "__MACOSX"; }

/// The folder that holds a chapter: this one, answers/ in it, or one of these a folder further down, as zip
/// files often have it.
fs::path answers_in(const fs::path& folder, const Course& course) {
  std::vector<fs::path> all{folder, folder / "answers"};
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (!is_of_a_system(entry.path().filename().string()) && !entry.is_symlink())
      all.insert(all.end(), {entry.path(), entry.path() / "answers"});
  for (const fs::path& one : all)
    for (const CourseChapter& chapter : course.chapters())
      if (fs::exists(one / chapter.name)) return one;
  return folder;
}

}  // namespace

std::vector<std::string> without_network() {
  const std::vector<std::string> apart{"unshare", "--user", "--map-current-user", "--net", "--ipc"};
  std::vector<std::string> trial = apart;
  trial.emplace_back("true");
  try {
    if (run_process({.arguments = trial}).status == 0) return apart;
  } catch (const Error&) {  // there is no unshare
  }
  return {};
}

std::vector<Submission> submissions_in(const fs::path& folder, const Course& course) {
  std::vector<Submission> found;
  if (fs::is_directory(folder)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.is_directory() && !is_of_a_system(name))
        found.push_back({name, entry.path(), answers_in(entry.path(), course)});
    }
  }
  if (found.empty())
    throw_error<Error>(tr_noop("{}: holds no folders; give the one that has a folder for each submission"),
                       folder.string());
  std::ranges::sort(found, {}, &Submission::name);
  return found;
}

std::string class_csv(const Course& course, const std::vector<GradedSubmission>& graded) {
  std::string text = "submission,points,max_points";
  for (const CourseExercise& exercise : course.exercises()) text += "," + exercise.name;
  text += ",mistakes\r\n";
  for (const GradedSubmission& one : graded) {
    double points = 0, most = 0;
    std::string columns;
    for (const ReportEntry& entry : one.entries) {
      points += entry.outcome.verdict.points();
      most += entry.outcome.verdict.max_points();
      columns += fmt::format(",{}", entry.outcome.verdict.points());
    }
    text += fmt::format("{},{},{}{},{}\r\n", csv_cell(one.name), points, most, columns,
                        csv_cell(mistakes_in(one.entries)));
  }
  return text;
}

}  // namespace heed
