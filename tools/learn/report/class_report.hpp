// The answers of a whole class: a folder with a folder for each submission.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/learn/report/report.hpp"

namespace heed {

struct Submission {
  std::string name;               // of its folder, Hangul in whole syllables (NFC)
  std::filesystem::path folder;   // a link among the submissions themselves is the teacher's
  std::filesystem::path answers;  // that folder, answers/ in it, or those in one more folder around all
};

/// The folders in `folder`, in the order of their names, but for what systems put there themselves. Throws
/// Error if there are none.
std::vector<Submission> submissions_in(const std::filesystem::path& folder, const Course& course);

/// What runs a grader without network and without the memory that other programs share: unshare, where the
/// system allows it; else nothing.
std::vector<std::string> without_network();

struct GradedSubmission {
  std::string name;
  std::vector<ReportEntry> entries;
};

/// CSV (RFC 4180) without a byte-order mark, a line for each submission: its name, points, the most that
/// there are, the points of each exercise, the mistakes in it as "exercise: mistake (part); …", and the
/// exercises without a point by their reason: "not handed in: …; does not compile: …; refused: …; wrong: …;
/// no verdict: …".
std::string class_csv(const Course& course, const std::vector<GradedSubmission>& graded);

}  // namespace heed
