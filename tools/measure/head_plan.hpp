// The models that a comparison of heads trains, how they are trained, and which of them its tables are made
// of.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/language/language.hpp"
#include "tools/measure/head_comparison.hpp"
#include "tools/translation/data.hpp"
#include "tools/translation/translation_session.hpp"

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

/// Names what tells a run from the others but its seed: "4 heads", and settings with several values.
std::string describe(const PlannedRun& run, const HeadPlan& plan, Language language = Language::english);

/// All epochs of the runs from `first` to before `end`: they take about as long as they have epochs.
double epochs_of(const std::vector<PlannedRun>& runs, std::int64_t first, std::int64_t end);

struct HeadTables {
  std::vector<HeadSummary> summaries{};  // of every table
  std::string report{};
};

/// A table for each number of epochs. Where several learning rates were tried, each number of heads is
/// represented by the rate with the best mean BLEU on the validation part, and the report says which; the
/// test part takes no share in the choice.
HeadTables tabulate(const std::vector<HeadRun>& runs, Language language = Language::english);

/// A training with the heads, epochs, rate and seed of `next`, and `session` for all else. One that diverges
/// is a run of BLEU 0. Nothing if Ctrl-C came before its end. `model`: where its model is kept, with its
/// history and its translations of the test part, as heed translate leaves them; empty: nowhere.
std::optional<HeadRun> train_heads(const TranslationData& data, TranslationSession session,
                                   const PlannedRun& next, const SessionPlace& place,
                                   const std::filesystem::path& model = {});

class KeptTraining;

struct RunPlanOptions {
  KeptTraining* kept = nullptr;  // goes on after its finished runs; null: nothing is kept
  std::function<std::filesystem::path(const PlannedRun&)> model{};  // where its model stays; empty: nowhere
  std::function<void(const std::vector<HeadRun>&)> after_each{};    // with those finished so far
};

struct RanPlan {
  std::vector<HeadRun> runs;  // the finished ones, in the order of the plan
  bool interrupted = false;   // by Ctrl-C, before the last
};

/// Trains what plan_runs() lists, with `session` for all that the plan leaves open. Prints a line a run with
/// its score and the time that is left.
RanPlan run_plan(const TranslationData& data, const TranslationSession& session, const HeadPlan& plan,
                 const RunPlanOptions& options = {});

}  // namespace heed
