#include "lib/array/unfold.hpp"

#include <algorithm>

namespace heed::inline HEED_PRECISION {
namespace {

/// Calls body(row of columns, its first number, its last but one, first pixel) for each run of places along x
/// whose pixels are inside the image, and outside(from, to) for those that are not.
template <typename Inside, typename Outside>
void for_each_run(std::int64_t channels, std::int64_t height, std::int64_t width, const Window& w,
                  Inside inside, Outside outside) {
  const std::int64_t rows = w.places(0, height), columns = w.places(1, width);
  std::int64_t at = 0;  // in the columns
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t i = 0; i < w.size[0]; ++i) {
      for (std::int64_t j = 0; j < w.size[1]; ++j) {
        // the x whose pixel x · stride + shift is in [0, width)
        const std::int64_t shift = j * w.dilation[1] - w.before[1], stride = w.stride[1];
        const std::int64_t low = std::clamp<std::int64_t>((-shift + stride - 1) / stride, 0, columns);
        const std::int64_t high =
            std::clamp<std::int64_t>(width > shift ? (width - shift + stride - 1) / stride : 0, low, columns);
        for (std::int64_t y = 0; y < rows; ++y, at += columns) {
          const std::int64_t row = y * w.stride[0] + i * w.dilation[0] - w.before[0];
          if (row < 0 || row >= height || low == high) {
            outside(at, at + columns);
            continue;
          }
          outside(at, at + low);
          inside(at + low, at + high, (c * height + row) * width + low * stride + shift);
          outside(at + high, at + columns);
        }
      }
    }
  }
}

}  // namespace

void unfold(const Scalar* image, std::int64_t channels, std::int64_t height, std::int64_t width,
            const Window& window, Scalar* columns) {
  const std::int64_t stride = window.stride[1];
  for_each_run(
      channels, height, width, window,
      [&](std::int64_t from, std::int64_t to, std::int64_t pixel) {
        if (stride == 1) {
          std::copy_n(image + pixel, to - from, columns + from);
        } else {
          for (std::int64_t i = from; i < to; ++i, pixel += stride) columns[i] = image[pixel];
        }
      },
      [&](std::int64_t from, std::int64_t to) { std::fill(columns + from, columns + to, Scalar{0}); });
}

void fold(const Scalar* columns, std::int64_t channels, std::int64_t height, std::int64_t width,
          const Window& window, Scalar* image) {
  const std::int64_t stride = window.stride[1];
  for_each_run(
      channels, height, width, window,
      [&](std::int64_t from, std::int64_t to, std::int64_t pixel) {
        if (stride == 1) {
          Scalar* into = image + pixel;
#pragma omp simd
          for (std::int64_t i = 0; i < to - from; ++i) into[i] += columns[from + i];
        } else {
          for (std::int64_t i = from; i < to; ++i, pixel += stride) image[pixel] += columns[i];
        }
      },
      [](std::int64_t, std::int64_t) {});
}

}  // namespace heed
