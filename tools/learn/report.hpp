// Many exercises at once: a whole course as a report, and the answers of a whole class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/learn/learner.hpp"

namespace heed {

/// Holds the verdict on each of the course's exercises(), in their order. The parts of an answer that is not
/// there count as not written.
using Verdicts = std::vector<Verdict>;

/// Checks all answers anew, a few at a time. With `only_in`, an answer that lies elsewhere, to which a link
/// leads, is refused. Throws Interrupted.
Verdicts grade_course(const Learner& learner, const GradeOptions& options,
                      const std::filesystem::path& only_in = {});

/// Points by chapter and exercise, with what is wrong.
std::string text_report(const Learner& learner, const Verdicts& verdicts);

struct GradedSubmission {
  std::string name;  // of its folder
  Verdicts verdicts;
};

/// Grades every folder in `folder`, in the order of their names and without network if the system allows it,
/// but for folders that systems put there themselves. Their answers may lie anywhere in them. What is left
/// out is said on standard error. Ctrl-C leaves what is done so far. Throws Error if there are none.
std::vector<GradedSubmission> grade_class(const LearnPlaces& places, const std::filesystem::path& folder,
                                          bool sanitize);

/// CSV (RFC 4180), a line for each submission: its name, points, the most that there are, the points of each
/// exercise, its mistakes as "exercise: mistake (part); …", and why there are no points.
std::string class_csv(const Course& course, const std::vector<GradedSubmission>& graded);

}  // namespace heed
