// How many steps something takes from one token to another, and how that grows with their distance.
#pragma once

#include <optional>
#include <string>

#include "models/recall_net.hpp"
#include "tools/attention/growth.hpp"

namespace heed {

/// The fewest steps from one token to the last result, for the token for which they are most: the "maximum
/// path length" of Vaswani et al. 2017, section 4, of tokens up to `distance` apart. A step takes something
/// from token to token: from each that a layer's result depends on by its gradient; in a layer that goes from
/// token to token, by the state that it hands on. What a token makes of itself, and what passes a layer by,
/// is no step. Measured with this net's weights; 0 where some token is not reached at all.
std::int64_t path_steps(const RecallNet& net, std::int64_t distance);

enum class PathGrowth { constant, logarithmic, linear };
/// The first of these of which a fit (least squares) is within half a step of every number of steps; nothing
/// for fewer than three distances, or if none is.
std::optional<PathGrowth> path_growth(const Curve& steps);
/// "O(1)", "O(log n)", "O(n)"; "–" for nothing.
std::string growth_text(const std::optional<PathGrowth>& growth);

}  // namespace heed
