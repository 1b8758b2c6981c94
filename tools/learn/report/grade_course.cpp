// Checking all answers, a few at a time.
#include <algorithm>
#include <filesystem>
#include <mutex>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/process/side_by_side.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/language/both.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/report/report.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// Every part not written: what an untouched answer is worth.
Verdict nothing_written(const CourseExercise& exercise, const std::vector<ListedExercise>& listed) {
  Verdict verdict{.exercise = exercise.name, .chapter = exercise.chapter};
  for (const ListedExercise& entry : listed) {
    if (entry.exercise != exercise.name) continue;
    for (const ListedPart& part : entry.parts)
      verdict.parts.push_back(
          {.name = part.name, .max_points = part.max_points, .status = PartStatus::not_written});
  }
  return verdict;
}

/// A folder, a pipe, a link that leads nowhere.
bool is_no_file(const fs::path& path) {
  std::error_code none;
  return fs::symlink_status(path, none).type() != fs::file_type::not_found &&
         !fs::is_regular_file(path, none);
}

}  // namespace

std::vector<ReportEntry> grade_course(Learner& learner, const ReportOptions& options) {
  const auto& all = learner.course().exercises();
  const std::vector<ListedExercise> listed = learner.grader().list();
  std::vector<ReportEntry> entries(all.size());
  std::mutex lock;
  Progress progress({.label = "heed learn", .total = static_cast<std::int64_t>(all.size())});
  std::int64_t done = 0;
  side_by_side(all.size(), options.jobs, [&](std::size_t i) {
    if (interrupt_requested()) return;
    ReportEntry& entry = entries[i];
    entry.exercise = all[i];
    const fs::path path = learner.answers().path(all[i]);
    try {
      if (const std::string where = learner.misplaced(all[i]); !where.empty()) {
        entry.outcome.trouble = where;
      } else if (is_no_file(path)) {
        entry.outcome.trouble =
            both("{} is no file that can be read", "{}: 읽을 수 있는 파일이 아닙니다", learner.shown(path))
                .in(learner.look().language);
      } else if (!options.only_in.empty() && !lies_in(options.only_in, path)) {
        entry.outcome.verdict = nothing_written(all[i], listed);
        entry.outcome.verdict.forbidden = {{learner.shown(path), "elsewhere"}};
      } else if (learner.answers().begun(all[i])) {
        entry.outcome = learner.check(all[i], options.grade);
      } else if (all[i].is_quiz()) {
        entry.outcome = *learner.start_check(all[i], "", options.grade).outcome;
      } else {
        entry.outcome.verdict = nothing_written(all[i], listed);
      }
    } catch (const Error& problem) {
      entry.outcome.trouble = localized(problem);
    }
    if (!entry.outcome.trouble.empty()) entry.outcome.verdict = nothing_written(all[i], listed);
    const std::lock_guard<std::mutex> one_at_a_time(lock);
    progress.update({.done = ++done});
  });
  progress.finish();
  if (interrupt_requested()) throw_error<Interrupted>("interrupted");
  const Look plain{.language = learner.look().language, .terminal = {.width = 100}};
  const Look before = std::exchange(learner.look(), plain);
  for (ReportEntry& entry : entries) {
    Page page(plain);
    learner.show_outcome(page, entry.exercise, entry.outcome);
    entry.text = page.joined();
  }
  learner.look() = before;
  return entries;
}

}  // namespace heed
