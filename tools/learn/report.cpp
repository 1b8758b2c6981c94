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

/// The verdict on one exercise, which is checked only where there is something to check.
Verdict verdict_on(const Learner& learner, const CourseExercise& exercise, const GradeOptions& options,
                   const std::filesystem::path& only_in, const Verdict& untouched) {
  const std::filesystem::path path = learner.answers().path(exercise);
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    return exercise.is_quiz() ? learner.check_quiz(exercise, "") : untouched;
  Verdict verdict = untouched;
  if (!std::filesystem::is_regular_file(path, none))
    verdict.trouble = tr("{} is no file that can be read", learner.file(exercise));
  else if (!only_in.empty() && !lies_in(only_in, path))
    verdict.forbidden = {{learner.file(exercise), "elsewhere"}};
  else
    verdict = learner.check(exercise, options);
  return verdict;
}

}  // namespace

Verdicts grade_course(const Learner& learner, const GradeOptions& options,
                      const std::filesystem::path& only_in) {
  const auto& all = learner.course().exercises();
  std::map<std::string, Verdict> untouched = learner.grader().untouched();
  for (const CourseExercise& exercise : all)
    untouched.try_emplace(exercise.name, Verdict{.exercise = exercise.name});
  Verdicts verdicts(all.size());
  std::mutex lock;
  Progress progress({.label = "heed learn", .total = static_cast<std::int64_t>(all.size())});
  std::int64_t done = 0;
  const std::size_t jobs = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
  side_by_side(all.size(), jobs, [&](std::size_t i) {
    if (interrupt_requested()) return;
    Verdict& verdict = verdicts[i];
    const Verdict& nothing = untouched.at(all[i].name);
    try {
      verdict = verdict_on(learner, all[i], options, only_in, nothing);
    } catch (const Error& problem) {
      verdict.trouble = localized(problem);
    }
    if (!verdict.trouble.empty()) verdict.parts = nothing.parts;
    const std::lock_guard<std::mutex> one_at_a_time(lock);
    progress.update({.done = ++done});
  });
  progress.finish();
  if (interrupt_requested()) throw_error<Interrupted>("interrupted");
  return verdicts;
}

std::string text_report(const Learner& learner, const Verdicts& verdicts) {
  const Page page;
  Table table{
      .columns = {{.title = tr("exercise")}, {.title = tr("points"), .align = Align::right}, {.title = ""}},
      .width = page.terminal().width};
  std::string details;
  Verdict all;  // its parts are those of all
  for (const CourseChapter& chapter : learner.course().chapters()) {
    Verdict of_chapter;
    const std::size_t head = table.rows.size();
    table.rows.push_back({chapter.title.in(spoken_language()), "", ""});
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      const CourseExercise& exercise = learner.course().exercises()[i];
      if (exercise.chapter != chapter.name) continue;
      const Verdict& verdict = verdicts[i];
      of_chapter.parts.insert(of_chapter.parts.end(), verdict.parts.begin(), verdict.parts.end());
      const bool open = verdict.untouched() && verdict.forbidden.empty() && verdict.trouble.empty();
      const char* const mark = verdict.passed() ? "✓" : open ? "·" : "✗";
      table.rows.push_back({"  " + exercise.name, points_text(verdict.points(), verdict.max_points()), mark});
      if (verdict.passed() || open) continue;
      Page detail({.width = 100});
      learner.show_checked(detail, exercise, verdict);
      details += "\n" + detail.joined();
    }
    table.rows[head][1] = points_text(of_chapter.points(), of_chapter.max_points());
    all.parts.insert(all.parts.end(), of_chapter.parts.begin(), of_chapter.parts.end());
  }
  const std::string total = tr("total"), points = points_text(all.points(), all.max_points());
  table.rows.push_back({total, points, ""});
  // pages of failures would leave it behind
  return format_table(table) + (details.empty() ? "" : fmt::format("{}\n{}  {}\n", details, total, points));
}

}  // namespace heed
