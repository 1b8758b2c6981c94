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
    for (std::size_t i = 0; i < one.verdicts.size(); ++i) {
      if (one.verdicts[i].trouble.empty()) continue;
      status = 1;
      fmt::print(stderr, "{}{}{}: {}\n", one.name, one.name.empty() ? "" : ": ", course.exercises()[i].name,
                 one.verdicts[i].trouble);
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

}  // namespace

int run_report(Learner& learner, const LearnOptions& o, Page&) {
  if (!o.out.empty()) require_writable_folder(o.out);
  if (o.all_in.empty()) {
    learner.take_over_answers();
    const std::vector<GradedSubmission> graded{{"", grade_course(learner, {.sanitize = o.sanitize})}};
    write_or_print(o.out, text_report(learner, graded.front().verdicts));
    return without_verdict(learner.course(), graded);
  }
  const std::vector<GradedSubmission> graded = grade_class(learn_places(o), o.all_in, o.sanitize);
  const int status = without_verdict(learner.course(), graded);
  // the mark tells Excel that Korean names are UTF-8
  write_or_print(o.out, class_csv(learner.course(), graded), "\xEF\xBB\xBF");
  return interrupt_requested() ? 128 + interrupt_signal() : status;
}

}  // namespace heed
