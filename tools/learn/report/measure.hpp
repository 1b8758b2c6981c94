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
  std::string exercise = "", variant = "";  // "stub", "solution", "wrong", "unnamed"
  std::vector<double> seconds = {};         // one for each save
};

/// Of some saves, in seconds; 95 % took at most `most_of_95` (nearest rank).
struct WaitingTime {
  double median = 0, most_of_95 = 0;
  std::size_t saves = 0;
};

struct Measured {
  std::vector<MeasuredVariant> variants = {};
  WaitingTime known = {};    // stubs, solutions and mistakes of the catalogue
  WaitingTime unnamed = {};  // wrong answers that nothing names: after these more is tried
};

/// Saves stub, solution, one known mistake and one wrong answer that nothing names (the solution with a small
/// edit) of each exercise in turn, every time with another last line, to a folder of its own, and waits as
/// the watch mode does: from before the write until the verdict is in words.
Measured measure_save_to_verdict(const LearnPlaces& places, const MeasureOptions& options);

/// The value below which that share of the values lies (nearest rank). Throws UsageError for no values.
double percentile(std::vector<double> values, double share);

void show_measured(Page& page, const Measured& measured);

}  // namespace heed
