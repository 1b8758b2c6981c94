// Reports of `heed learn`: all exercises of a learner, or of a class.
#include <fmt/format.h>

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "tools/commands/learn_runs.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/report.hpp"

namespace heed {
namespace {

/// Says who has no verdict, which is nobody's 0 points; returns status 1 if there is any.
int without_verdict(const std::vector<GradedSubmission>& graded) {
  int status = 0;
  for (const GradedSubmission& one : graded) {
    for (const ReportEntry& entry : one.entries) {
      if (entry.outcome.trouble.empty()) continue;
      status = 1;
      fmt::print(stderr, "{}{}{}: {}\n", one.name, one.name.empty() ? "" : ": ", entry.exercise.name,
                 entry.outcome.trouble);
    }
  }
  return status;
}

void write_or_print(const std::string& out, const std::string& text, const std::string& mark = "") {
  if (out.empty())
    fmt::print("{}", text);
  else
    atomic_write(out, mark + text);
}

/// Grades every submission in a folder, one after the other.
int report_class(const Course& course, const LearnOptions& o) {
  const std::vector<Submission> all = submissions_in(o.all_in);
  std::vector<GradedSubmission> graded;
  for (const auto& [name, answers] : all) {
    fmt::print(stderr, "{} ({}/{})\n", name, graded.size() + 1, all.size());
    LearnPlaces there = learn_places(o);
    there.answers = answers;
    graded.push_back({name, grade_course(Learner(there), {.demo = false, .sanitize = o.sanitize})});
  }
  // the mark tells Excel that Korean names are UTF-8
  write_or_print(o.out, class_csv(course, graded), "\xEF\xBB\xBF");
  return without_verdict(graded);
}

}  // namespace

int run_report(Learner& learner, const LearnOptions& o) {
  if (!o.out.empty()) require_writable_folder(o.out);
  if (!o.all_in.empty()) return report_class(learner.course(), o);
  const std::vector<GradedSubmission> graded{{"", grade_course(learner, {.sanitize = o.sanitize})}};
  const std::vector<ReportEntry>& entries = graded.front().entries;
  if (o.all)  // `check --all`
    for (const ReportEntry& entry : entries)
      if (!entry.outcome.verdict.untouched()) learner.remember(entry.exercise, entry.outcome);
  write_or_print(o.out, text_report(learner, entries));
  const bool passed =
      std::ranges::all_of(entries, [](const ReportEntry& entry) { return entry.outcome.passed(); });
  return o.all ? (passed ? 0 : 1) : without_verdict(graded);
}

}  // namespace heed
