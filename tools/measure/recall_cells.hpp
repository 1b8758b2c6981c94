// The judgements and the tables of recall share these views of its cells.
#pragma once

#include <map>
#include <vector>

#include "tools/measure/recall.hpp"

namespace heed {

using RecallCells = std::vector<RecallCell>;
/// One number of a cell: &RecallCell::accuracy, say.
using RecallValue = std::function<std::optional<double>(const RecallCell&)>;

/// The numbers of all cells of a kind, task and distance that have it, by their seeds.
std::map<std::uint64_t, double> recall_values(const RecallCells& cells, const std::string& kind,
                                              RecallTask task, std::int64_t distance,
                                              const RecallValue& value);
/// The distances that were measured, in order.
std::vector<std::int64_t> recall_distances(const RecallCells& cells);
/// Steps of a kind's path by distance (path_steps()).
Curve path_curve(const RecallCells& cells, const std::string& kind);
/// "O(1)", "O(log n)", "O(n)" of a path_growth(); "–" for nothing.
std::string growth_text(const Curve& steps);

}  // namespace heed
