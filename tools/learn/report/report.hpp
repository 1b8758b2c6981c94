// A whole course as a report: for people, for programs, and for the graders of classrooms.
#pragma once

#include <string>
#include <vector>

#include "tools/learn/learner/learner.hpp"

namespace heed {

enum class ReportFormat { text, json, gradescope };

/// One exercise of a report. An answer that is not there, or is still its stub, is not run: its parts count
/// as not written.
struct ReportEntry {
  CourseExercise exercise = {};
  Outcome outcome = {};
  std::string text = "";  // the verdict in words, without colours
};

struct ReportOptions {
  GradeOptions grade = {};
  std::size_t jobs = 2;  // graders at a time
  /// If one is named: an answer that lies elsewhere, to which a link in it leads, is refused.
  std::filesystem::path only_in = {};
};

/// Checks all answers anew, each from its file. Throws Interrupted.
std::vector<ReportEntry> grade_course(Learner& learner, const ReportOptions& options);

/// text: points by chapter and exercise, with what is wrong.
/// json: {points, max_points, chapters: [{name, points, max_points, exercises: [verdict, …]}]}.
/// gradescope: results.json as https://gradescope-autograders.readthedocs.io/en/latest/specs/ has it, a test
/// for each part.
std::string report(const Learner& learner, const std::vector<ReportEntry>& entries, ReportFormat format);

}  // namespace heed
