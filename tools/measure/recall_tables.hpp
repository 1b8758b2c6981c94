// Recall over a distance as tables: C8, C18, and what `heed recall` shows.
#pragma once

#include "tools/measure/experiment.hpp"
#include "tools/measure/plot.hpp"
#include "tools/measure/recall.hpp"

namespace heed {

/// "recall" and "induction" for a reader.
Bilingual recall_task_title(RecallTask task);

/// The distances that were measured, in order.
std::vector<std::int64_t> recall_distances(const std::vector<RecallCell>& cells);

/// Steps of a kind's path by distance (path_steps()).
Curve path_curve(const std::vector<RecallCell>& cells, const std::string& kind);

/// Right answers by distance, "97 % (95…99)": mean, least and most of the seeds. ✗ in front says that none of
/// them learned it, "2/3" behind how many did, "1 diverged" how many did not come to an end.
ResultTable answers_table(Bilingual title, const std::vector<RecallCell>& cells, RecallTask task);

/// Median steps of the seeds that learned it; "≥ 375" where that rests on a seed whose training ended with
/// its steps, not with nearly all answers right.
ResultTable steps_table(const RecallPlan& plan, const std::vector<RecallCell>& cells, RecallTask task);

/// C8: both of its claims together, with paths, right answers and gradients of recall.
Finding found_by_distance(const RecallPlan& plan, const std::vector<RecallCell>& cells);
/// C18, with the times.
Finding found_by_time(const RecallPlan& plan, const std::vector<RecallCell>& cells);

struct RecallResults {
  RecallPlan plan{};
  std::vector<RecallCell> cells{};
  bool complete = true;  // not interrupted
};
/// The nets, right answers and steps of each task, gradients, times and paths, every cell, and what documents
/// say.
Finding found_of_recall(const RecallResults& results);
/// The cells that were not asked, though their nets did not diverge: there was no time.
std::int64_t without_time(const std::vector<RecallCell>& cells);

}  // namespace heed
