// The answers of a whole class: a folder with a folder for each submission.
#include <fmt/format.h>

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/table.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/report.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// A cell that a spreadsheet would take for a formula gets a ' in front; quoted only where it has to be.
std::string csv_cell(const std::string& text) {
  const bool formula = !text.empty() && std::string("=+-@\t\r").find(text[0]) != std::string::npos;
  const std::string cell = formula ? "'" + text : text;
  return cell.find_first_of(",\"\r\n") == std::string::npos ? cell : csv_quoted(cell);
}

/// "stable_softmax: first_axis (forward); …": the mistakes that have a name.
std::string mistakes_in(const Course& course, const Verdicts& verdicts) {
  std::string text;
  for (std::size_t i = 0; i < verdicts.size(); ++i)
    for (const PartVerdict& part : verdicts[i].parts)
      if (part.mistake)
        text += fmt::format("{}{}: {} ({})", text.empty() ? "" : "; ", course.exercises()[i].name,
                            part.mistake->id, part.name);
  return text;
}

std::string why_no_points(const Verdict& verdict) {
  if (verdict.points() > 0) return "";
  if (!verdict.trouble.empty()) return "no verdict";
  if (!verdict.compiled) return "does not compile";
  if (!verdict.missing.empty() || !verdict.forbidden.empty()) return "refused";
  return verdict.untouched() ? "not handed in" : "wrong";
}

/// "not handed in: a b; wrong: c".
std::string without_points(const Course& course, const Verdicts& verdicts) {
  std::string text;
  for (const std::string reason : {"not handed in", "does not compile", "refused", "wrong", "no verdict"}) {
    std::string names;
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      if (why_no_points(verdicts[i]) == reason) names += " " + course.exercises()[i].name;
    if (!names.empty()) text += (text.empty() ? "" : "; ") + reason + ":" + names;
  }
  return text;
}

/// Returns true if macOS put it beside files, or it is hidden.
bool is_of_a_system(const std::string& name) { return name.starts_with('.') || name == "__MACOSX"; }

/// macOS writes Hangul in pieces.
std::string whole_syllables(const std::string& name) { return first_invalid_utf8(name) ? name : nfc(name); }

/// Finds the answers of a submission by their names, in capitals or not, also with .txt behind; those in a
/// folder of their chapter come before others. Links to folders are not followed.
AnswerFiles answers_in(const fs::path& folder, const Course& course) {
  AnswerFiles found;
  std::error_code ignored;
  for (fs::recursive_directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
    std::string name = at->path().filename().string();
    if (is_of_a_system(name)) at.disable_recursion_pending();
    if (!fs::is_regular_file(at->path(), ignored)) continue;
    name = lower(name);
    if (name.ends_with(".cpp.txt")) name.resize(name.size() - 4);
    for (const CourseExercise& exercise : course.exercises()) {
      if (name != exercise.answer().filename()) continue;
      const bool in_its_chapter = at->path().parent_path().filename() == exercise.chapter;
      if (in_its_chapter || !found.contains(exercise.name)) found[exercise.name] = at->path();
    }
  }
  return found;
}

/// Runs a grader without network and without the memory that other programs share: unshare, if the system
/// allows it; else nothing.
std::vector<std::string> without_network() {
  const std::vector<std::string> apart{"unshare", "--user", "--map-current-user", "--net", "--ipc"};
  std::vector<std::string> trial = apart;
  trial.emplace_back("true");
  try {
    if (run_process({.arguments = trial}).status == 0) return apart;
  } catch (const Error&) {  // there is no unshare
  }
  fmt::print(stderr, "{}\n",
             tr("This system does not allow unshare: seccomp alone keeps answers from the network."));
  return {};
}

/// The names of the submissions and their folders. A link among them is the teacher's.
std::vector<std::pair<std::string, fs::path>> submissions_in(const fs::path& folder) {
  std::vector<std::pair<std::string, fs::path>> found;
  std::error_code none;  // where there is no such folder there are no submissions
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && !is_of_a_system(name))
      found.emplace_back(whole_syllables(name), entry.path());
    else if (entry.is_regular_file() && !name.starts_with('.'))
      fmt::print(stderr, "{}\n", tr("{}: is no folder, and left out; unpack it first", name));
  }
  if (found.empty())
    throw_error<Error>(tr_noop("{}: holds no folders; give the one that has a folder for each submission"),
                       folder.string());
  std::ranges::sort(found);
  return found;
}

}  // namespace

std::vector<GradedSubmission> grade_class(const LearnPlaces& places, const fs::path& folder, bool sanitize) {
  const Course course(places.root, places.route);
  const std::vector<std::pair<std::string, fs::path>> all = submissions_in(folder);
  const GradeOptions options{.inside = without_network(), .demo = false, .sanitize = sanitize};
  std::vector<GradedSubmission> graded;
  for (const auto& [name, submission] : all) {
    fmt::print(stderr, "{} ({}/{})\n", name, graded.size() + 1, all.size());
    LearnPlaces there = places;
    there.answers = submission;
    there.elsewhere = answers_in(submission, course);
    if (there.elsewhere.empty())
      fmt::print(stderr, "{}\n", tr("{}: no file in it has the name of an exercise", name));
    try {
      graded.push_back({name, grade_course(Learner(there), options, submission)});
    } catch (const Interrupted&) {
      if (graded.empty()) throw;
      break;
    }
  }
  return graded;
}

std::string class_csv(const Course& course, const std::vector<GradedSubmission>& graded) {
  std::string text = "submission,points,max_points";
  for (const CourseExercise& exercise : course.exercises()) text += "," + exercise.name;
  text += ",mistakes,no_points\r\n";
  for (const GradedSubmission& one : graded) {
    double points = 0, most = 0;
    std::string columns;
    for (const Verdict& verdict : one.verdicts) {
      points += verdict.points();
      most += verdict.max_points();
      columns += fmt::format(",{}", verdict.points());
    }
    text += fmt::format("{},{},{}{},{},{}\r\n", csv_cell(one.name), points, most, columns,
                        csv_cell(mistakes_in(course, one.verdicts)),
                        csv_cell(without_points(course, one.verdicts)));
  }
  return text;
}

}  // namespace heed
