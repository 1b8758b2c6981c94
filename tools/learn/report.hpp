// Many exercises at once: a whole course as a report, and the answers of a whole class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/learn/learner.hpp"

namespace heed {

/// One exercise of a report. The parts of an answer that is not there count as not written.
struct ReportEntry {
  CourseExercise exercise = {};
  Outcome outcome = {};
};

/// Checks all answers anew, a few at a time, each from its file. Throws Interrupted.
std::vector<ReportEntry> grade_course(const Learner& learner, const GradeOptions& options);

/// Points by chapter and exercise, with what is wrong.
std::string text_report(const Learner& learner, const std::vector<ReportEntry>& entries);

/// A folder handed in, by its name: its answers/, or itself if it has none.
struct Submission {
  std::string name;
  std::filesystem::path answers;
};

/// The folders in `folder`, in the order of their names. Throws Error if there are none.
std::vector<Submission> submissions_in(const std::filesystem::path& folder);

struct GradedSubmission {
  std::string name;
  std::vector<ReportEntry> entries;
};

/// CSV (RFC 4180), a line for each submission: its name, points, the most that there are, the points of each
/// exercise, and the mistakes in it as "exercise: mistake (part); …".
std::string class_csv(const Course& course, const std::vector<GradedSubmission>& graded);

}  // namespace heed
