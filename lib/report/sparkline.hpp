// A curve in one line of text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace heed {

/// ▁▂▃▄▅▆▇█ from the smallest to the largest of `values`, oldest first, at most `width` columns: with more
/// values, each column is the mean of its share. NaN and infinities show as "?". A constant curve is ▁▁▁.
std::string sparkline(std::span<const double> values, std::size_t width);

}  // namespace heed
