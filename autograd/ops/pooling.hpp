#pragma once

#include "autograd/variable.hpp"
#include "lib/array/convolution.hpp"

namespace heed::inline HEED_PRECISION {

struct PoolingOptions {
  std::array<std::int64_t, 2> size{2, 2};
  std::array<std::int64_t, 2> stride{0, 0};   // 0: as large as the window, so that windows do not overlap
  std::array<std::int64_t, 2> padding{0, 0};  // at most half the window; never the largest, counted as 0
};

/// The largest number of each window of each channel: (B, C, H, W) -> (B, C, H', W'), as torch.max_pool2d.
/// Its gradient goes to the first among equals. Throws ShapeError; UsageError for a wrong window.
Variable max_pool2d(const Variable& x, PoolingOptions options = {});

}  // namespace heed
