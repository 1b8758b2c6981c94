#include "tools/learn/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/process/side_by_side.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "lib/report/table.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/verdict_view.hpp"

namespace heed {
namespace {

struct ReportPoints {
  double got = 0, most = 0;
  std::string text() const { return points_text(got, most); }
};

/// Returns the points of the entries of one chapter, or with "" of all.
ReportPoints points_of(const std::vector<ReportEntry>& entries, const std::string& chapter = "") {
  ReportPoints sum;
  for (const ReportEntry& entry : entries) {
    if (!chapter.empty() && entry.exercise.chapter != chapter) continue;
    sum.got += entry.outcome.verdict.points();
    sum.most += entry.outcome.verdict.max_points();
  }
  return sum;
}

/// The outcome of one exercise, which is checked only where there is something to check.
Outcome outcome_of(const Learner& learner, const CourseExercise& exercise, const GradeOptions& options,
                   const std::filesystem::path& only_in, const Verdict& untouched) {
  const std::filesystem::path path = learner.answers().path(exercise);
  std::error_code none;
  if (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    return {.verdict = untouched, .trouble = tr("{} is no file that can be read", learner.file(exercise))};
  if (!only_in.empty() && !lies_in(only_in, path)) {
    Outcome refused{.verdict = untouched};
    refused.verdict.forbidden = {{learner.file(exercise), "elsewhere"}};
    return refused;
  }
  if (!std::filesystem::exists(path, none))
    return exercise.is_quiz() ? learner.check_quiz(exercise, "") : Outcome{.verdict = untouched};
  Outcome outcome = learner.check(exercise, options);
  if (!outcome.trouble.empty()) outcome.verdict = untouched;
  return outcome;
}

}  // namespace

std::vector<ReportEntry> grade_course(const Learner& learner, const GradeOptions& options,
                                      const std::filesystem::path& only_in) {
  const auto& all = learner.course().exercises();
  const std::map<std::string, Verdict> untouched = learner.grader().untouched();
  std::vector<ReportEntry> entries(all.size());
  std::mutex lock;
  Progress progress({.label = "heed learn", .total = static_cast<std::int64_t>(all.size())});
  std::int64_t done = 0;
  const std::size_t jobs = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
  side_by_side(all.size(), jobs, [&](std::size_t i) {
    if (interrupt_requested()) return;
    const auto nothing = untouched.find(all[i].name);
    const Verdict verdict = nothing == untouched.end() ? Verdict{.exercise = all[i].name} : nothing->second;
    entries[i].exercise = all[i];
    try {
      entries[i].outcome = outcome_of(learner, all[i], options, only_in, verdict);
    } catch (const Error& problem) {
      entries[i].outcome = {.verdict = verdict, .trouble = localized(problem)};
    }
    const std::lock_guard<std::mutex> one_at_a_time(lock);
    progress.update({.done = ++done});
  });
  progress.finish();
  if (interrupt_requested()) throw_error<Interrupted>("interrupted");
  return entries;
}

std::string text_report(const Learner& learner, const std::vector<ReportEntry>& entries) {
  const Page page;
  Table table{
      .columns = {{.title = tr("exercise")}, {.title = tr("points"), .align = Align::right}, {.title = ""}},
      .width = page.terminal().width};
  std::string details;
  for (const CourseChapter& chapter : learner.course().chapters()) {
    table.rows.push_back({chapter.title.in(spoken_language()), points_of(entries, chapter.name).text(), ""});
    for (const ReportEntry& entry : entries) {
      if (entry.exercise.chapter != chapter.name) continue;
      const Verdict& verdict = entry.outcome.verdict;
      const bool open = verdict.untouched() && verdict.forbidden.empty() && entry.outcome.trouble.empty();
      const char* const mark = entry.outcome.passed() ? "✓" : open ? "·" : "✗";
      table.rows.push_back(
          {"  " + entry.exercise.name, points_text(verdict.points(), verdict.max_points()), mark});
      if (entry.outcome.passed() || open) continue;
      Page detail({.width = 100});
      learner.show_outcome(detail, entry.exercise, entry.outcome);
      details += "\n" + detail.joined();
    }
  }
  const std::string total = tr("total"), points = points_of(entries).text();
  table.rows.push_back({total, points, ""});
  // pages of failures would leave it behind
  return format_table(table) + (details.empty() ? "" : fmt::format("{}\n{}  {}\n", details, total, points));
}

}  // namespace heed
