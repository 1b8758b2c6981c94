#include "tools/learn/report/class_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/process/process.hpp"
#include "lib/report/csv.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// What a spreadsheet would take for a formula gets a ' in front; quoted only where it has to be.
std::string csv_cell(const std::string& text) {
  const bool formula = !text.empty() && std::string("=+-@\t\r").find(text[0]) != std::string::npos;
  const std::string cell = formula ? "'" + text : text;
  return cell.find_first_of(",\"\r\n") == std::string::npos ? cell : csv_quoted(cell);
}

/// {"stable_softmax: first_axis", "forward"}, …: the mistakes that have a name.
std::vector<std::pair<std::string, std::string>> mistakes_of(const std::vector<ReportEntry>& entries) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const ReportEntry& entry : entries) {
    for (const PartVerdict& part : entry.outcome.verdict.parts) {
      if (part.mistake) found.emplace_back(entry.exercise.name + ": " + part.mistake->id, part.name);
    }
  }
  return found;
}

const char* why_no_points(const ReportEntry& entry) {
  const Outcome& outcome = entry.outcome;
  if (outcome.verdict.points() > 0) return nullptr;
  if (!outcome.trouble.empty()) return "no verdict";
  if (!outcome.verdict.compiled) return "does not compile";
  if (!outcome.verdict.missing.empty() || !outcome.verdict.forbidden.empty()) return "refused";
  return outcome.verdict.untouched() ? "not handed in" : "wrong";
}

/// "not handed in: a b; wrong: c".
std::string without_points(const std::vector<ReportEntry>& entries) {
  std::string text;
  for (const std::string reason : {"not handed in", "does not compile", "refused", "wrong", "no verdict"}) {
    std::string names;
    for (const ReportEntry& entry : entries) {
      const char* why = why_no_points(entry);
      if (why != nullptr && why == reason) names += " " + entry.exercise.name;
    }
    if (!names.empty()) text += (text.empty() ? "" : "; ") + reason + ":" + names;
  }
  return text;
}

/// Says whether macOS or Windows put it beside files, or it is hidden.
bool is_of_a_system(const std::string& name) {
  return name.starts_with('.') || name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini";
}

/// macOS writes Hangul in pieces.
std::string whole_syllables(const std::string& name) { return first_invalid_utf8(name) ? name : nfc(name); }

/// A chapter's folder, or an answer beside where its chapter should be.
bool holds_answers(const fs::path& folder, const Course& course) {
  return std::ranges::any_of(course.exercises(), [&](const CourseExercise& exercise) {
    return fs::exists(folder / exercise.chapter) || fs::exists(folder / exercise.answer().filename());
  });
}

fs::path answers_or_itself(const fs::path& folder) {
  return fs::is_directory(folder / "answers") ? folder / "answers" : folder;
}

/// A zip file often has one more folder around all.
fs::path answers_in(const fs::path& submission, const Course& course) {
  const fs::path answers = answers_or_itself(submission);
  if (holds_answers(answers, course)) return answers;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(answers, ignored)) {
    if (!entry.is_directory(ignored) || entry.is_symlink() ||
        is_of_a_system(entry.path().filename().string()))
      continue;
    if (const fs::path inner = answers_or_itself(entry.path()); holds_answers(inner, course)) return inner;
  }
  return answers;
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
  if (!fs::is_directory(folder))
    throw_spoken<Error>("{}: is no folder; give the one that has a folder for each submission",
                        "{}: 폴더가 아닙니다. 제출물마다 폴더가 하나씩 든 폴더를 주십시오", folder.string());
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || is_of_a_system(name)) continue;
    found.push_back({whole_syllables(name), entry.path(), answers_in(entry.path(), course)});
  }
  if (found.empty())
    throw_spoken<Error>("{}: holds no folders; each submission is one",
                        "{}: 폴더가 없습니다. 제출물마다 폴더가 하나씩 있어야 합니다", folder.string());
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return found;
}

std::string class_csv(const Course& course, const std::vector<GradedSubmission>& graded) {
  std::string text = "submission,points,max_points";
  for (const CourseExercise& exercise : course.exercises()) text += "," + exercise.name;
  text += ",mistakes,no_points\r\n";
  for (const GradedSubmission& one : graded) {
    double points = 0, most = 0;
    std::string columns, mistakes;
    for (const ReportEntry& entry : one.entries) {
      points += entry.outcome.verdict.points();
      most += entry.outcome.verdict.max_points();
      columns += fmt::format(",{}", entry.outcome.verdict.points());
    }
    for (const auto& [mistake, part] : mistakes_of(one.entries))
      mistakes += fmt::format("{}{} ({})", mistakes.empty() ? "" : "; ", mistake, part);
    text += fmt::format("{},{},{}{},{},{}\r\n", csv_cell(one.name), points, most, columns, csv_cell(mistakes),
                        csv_cell(without_points(one.entries)));
  }
  return text;
}

}  // namespace heed
