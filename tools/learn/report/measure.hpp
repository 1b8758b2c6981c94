// How long a learner waits: from saving a file to seeing its verdict.
#pragma once

#include <string>
#include <vector>

#include "tools/learn/learner/learner.hpp"

namespace heed {

struct MeasureOptions {
  int repeats = 5;                          // saves of each variant
  std::vector<std::string> exercises = {};  // none: six of the course, evenly spread
};

struct MeasuredVariant {
  std::string exercise = "", variant = "";  // "stub", "solution", "wrong"
  std::vector<double> seconds = {};         // one for each save
};

struct Measured {
  std::vector<MeasuredVariant> variants = {};
  double median = 0;      // of all saves, seconds
  double most_of_95 = 0;  // 95 % took at most so long (nearest rank), seconds
  std::size_t saves = 0;
};

/// Saves stub, solution and one wrong implementation of each exercise in turn, every time with another last
/// line, to a folder of its own, and waits as the watch mode does: from before the write until the verdict is
/// in words.
Measured measure_save_to_verdict(const LearnPlaces& places, const MeasureOptions& options);

/// The value below which that share of the values lies (nearest rank). Throws UsageError for no values.
double percentile(std::vector<double> values, double share);

void show_measured(Page& page, const Measured& measured);

}  // namespace heed
