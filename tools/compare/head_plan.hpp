// Which models a comparison of heads trains, and which of them its tables are made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/compare/head_comparison.hpp"
#include "tools/language/language.hpp"

namespace heed {

/// One training.
struct PlannedRun {
  std::int64_t heads = 0, epochs = 0;
  double learning_rate = 0;
  std::uint64_t seed = 0;
};

struct HeadPlan {
  std::vector<std::int64_t> heads, epochs;
  std::vector<double> learning_rates;
  std::uint64_t first_seed = 1;
  std::int64_t seeds = 1;
};

/// All of a seed before the next one, so that an early end still compares all numbers of heads.
std::vector<PlannedRun> plan_runs(const HeadPlan& plan);

/// What tells a run from the others but its seed: "4 heads", and what the plan has several values of.
std::string describe(const PlannedRun& run, const HeadPlan& plan, Language language = Language::english);

/// All epochs of the runs from `first` to before `end`: they take about as long as they have epochs.
double epochs_of(const std::vector<PlannedRun>& runs, std::int64_t first, std::int64_t end);

struct HeadTables {
  std::vector<HeadSummary> summaries;  ///< of every table
  std::string report;
};

/// A table for each number of epochs. Where several learning rates were tried, each number of heads is
/// represented by the rate with the best mean BLEU on the validation part, and the report says which; the
/// test part takes no share in the choice.
HeadTables tabulate(const std::vector<HeadRun>& runs);

}  // namespace heed
