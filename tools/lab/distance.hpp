// C8 and C18 as they come out of measurements of `heed recall`.
#pragma once

#include "tools/lab/claim.hpp"
#include "tools/recall/measure.hpp"

namespace heed {

/// C8: both of its claims together, with paths, right answers and gradients of recall.
Finding found_by_distance(const RecallPlan& plan, const std::vector<RecallCell>& cells);
/// C18, with the times.
Finding found_by_time(const RecallPlan& plan, const std::vector<RecallCell>& cells);

}  // namespace heed
