// Reports of `heed learn`: all exercises of a learner, or of a class.
#include <fmt/format.h>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/report/interrupt.hpp"
#include "tools/commands/learn_runs.hpp"
#include "tools/language/overwrite.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/report.hpp"

namespace heed {
namespace {

/// Says who has no verdict, which is nobody's 0 points; returns status 1 if there is any.
int without_verdict(const Course& course, const std::vector<GradedSubmission>& graded) {
  int status = 0;
  for (const GradedSubmission& one : graded) {
    for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
      if (one.outcomes[i].trouble.empty()) continue;
      status = 1;
      fmt::print(stderr, "{}{}{}: {}\n", one.name, one.name.empty() ? "" : ": ", course.exercises()[i].name,
                 one.outcomes[i].trouble);
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

/// Grades every submission in a folder, one after the other. Ctrl-C leaves what is done so far.
int report_class(const LearnOptions& o) {
  const LearnPlaces places = learn_places(o);
  const Course course(places.root, places.route);
  const std::vector<Submission> all = submissions_in(o.all_in, course);
  const GradeOptions options{.inside = without_network(), .demo = false, .sanitize = o.sanitize};
  if (options.inside.empty())
    fmt::print(stderr, "{}\n",
               tr("This system does not allow unshare: seccomp alone keeps answers from the network."));
  for (const auto& entry : std::filesystem::directory_iterator(o.all_in))
    if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.'))
      fmt::print(stderr, "{}\n",
                 tr("{}: is no folder, and left out; unpack it first", entry.path().filename().string()));
  std::vector<GradedSubmission> graded;
  for (const Submission& submission : all) {
    fmt::print(stderr, "{} ({}/{})\n", submission.name, graded.size() + 1, all.size());
    LearnPlaces there = places;
    there.answers = submission.folder;
    there.elsewhere = submission.answers;
    if (submission.answers.empty())
      fmt::print(stderr, "{}\n", tr("{}: no file in it has the name of an exercise", submission.name));
    try {
      graded.push_back({submission.name, grade_course(Learner(there), options, submission.folder)});
    } catch (const Interrupted&) {
      if (graded.empty()) throw;
      break;
    }
  }
  const int status = without_verdict(course, graded);
  // the mark tells Excel that Korean names are UTF-8
  write_or_print(o.out, class_csv(course, graded), "\xEF\xBB\xBF");
  return graded.size() < all.size() ? 128 + interrupt_signal() : status;
}

}  // namespace

int run_report(Learner& learner, const LearnOptions& o) {
  if (!o.out.empty()) require_writable_folder(o.out);
  if (!o.all_in.empty()) return report_class(o);
  learner.take_over_answers();
  const std::vector<GradedSubmission> graded{{"", grade_course(learner, {.sanitize = o.sanitize})}};
  write_or_print(o.out, text_report(learner, graded.front().outcomes));
  return without_verdict(learner.course(), graded);
}

}  // namespace heed
