// Says if two lists go together in the order of their sizes.
#pragma once

#include <vector>

namespace heed {

/// Spearman's (1904): the correlation of the places in the order by size; the same values share the mean of
/// their places. 0 where all of a list are the same.
/// Throws Error if one is longer.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace heed
