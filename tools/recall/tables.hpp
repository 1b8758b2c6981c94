// What was measured, as tables.
#pragma once

#include "lib/report/table.hpp"
#include "tools/attention/growth.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// "recall" and "induction" for a reader.
Bilingual recall_task_title(RecallTask task);

/// Those that were measured, in order.
std::vector<std::int64_t> recall_distances(const std::vector<RecallCell>& cells);

/// Steps of a kind's path by distance (path_steps()), and how they grow, "O(log n)".
Curve path_curve(const std::vector<RecallCell>& cells, const std::string& kind);
std::string path_text(const std::vector<RecallCell>& cells, const std::string& kind);

/// The values of all seeds at a distance, as a table shows them.
using RecallText = std::function<std::string(const std::vector<double>& all, std::int64_t distance)>;
/// Nets by distances, each with its path_growth(); "–" where there are no values.
Table recall_table(const std::vector<RecallCell>& cells, RecallTask task, const RecallValue& value,
                   const RecallText& text, Language language);

/// Right answers by distance, "97 % (95…99)": mean, least and most of the seeds. ✗ in front says that none of
/// them learned it, "2/3" behind how many did, "1 diverged" how many did not come to an end.
Table accuracy_table(const std::vector<RecallCell>& cells, RecallTask task, Language language);

/// Median steps of the seeds that learned it; "≥ 375" where that rests on a seed whose training ended with
/// its steps, not with nearly all answers right.
Table steps_table(const RecallPlan& plan, const std::vector<RecallCell>& cells, RecallTask task,
                  Language language);

/// The most steps of each distance: "6,000 over 8, 2,381 over 32".
std::string steps_at_most(const RecallPlan& plan, const std::vector<RecallCell>& cells, Language language);

/// Of each net what it did not learn, as "convolution: over 8 in 4,000 steps"; "" if nothing.
std::string not_learned(const std::vector<RecallCell>& cells, RecallTask task, Language language);

/// Nets at distances over which they were not asked, though they did not diverge: there was no time.
std::int64_t without_time(const std::vector<RecallCell>& cells);

}  // namespace heed
