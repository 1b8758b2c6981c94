// All runs of a comparison, one after the other.
#pragma once

#include <functional>
#include <vector>

#include "tools/compare/train_heads.hpp"

namespace heed {

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
