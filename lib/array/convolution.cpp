#include "lib/array/convolution.hpp"

#include <algorithm>

#include "lib/array/parallel.hpp"
#include "lib/array/reduce.hpp"
#include "lib/array/simd.hpp"

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

using simd::Batch;

namespace {

/// y_t = start + Σ_k taps_k x_(t + shift(k)) over the k for which that token is there.
template <typename Shift>
Array sum_of_taps(const Array& x, const Array& taps, const Scalar* start, Shift shift) {
  const std::int64_t steps = x.dim(1), c = x.dim(2), count = taps.dim(0);
  Array y(x.shape());
  Scalar* out = y.mutable_data();
  parallel_for(x.dim(0) * steps, static_cast<double>(c * count) * 0.2, [&](std::int64_t row) {
    const std::int64_t t = row % steps;
    simd::for_vectors(c, [&](std::int64_t j, auto v) {
      Batch total = start == nullptr ? Batch(Scalar{0}) : v.load(start + j);
      for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t at = t + shift(k);
        if (at < 0 || at >= steps) continue;
        total = xsimd::fma(v.load(taps.data() + k * c + j), v.load(x.data() + (row - t + at) * c + j), total);
      }
      v.store(total, out + row * c + j);
    });
  });
  return y;
}

}  // namespace

Array depthwise_forward(const Array& x, const Array& taps, const Array& bias) {
  return sum_of_taps(x, taps, bias.data(), [last = taps.dim(0) - 1](std::int64_t k) { return k - last; });
}

Array depthwise_input_gradient(const Array& taps, const Array& g) {
  return sum_of_taps(g, taps, nullptr, [last = taps.dim(0) - 1](std::int64_t k) { return last - k; });
}

DepthwiseGradients depthwise_weight_gradients(const Array& x, const Array& g, std::int64_t count) {
  const std::int64_t batch = x.dim(0), steps = x.dim(1), c = x.dim(2);
  // Sequences go in fixed groups with sums of their own, which are added in order.
  const std::int64_t together = std::max<std::int64_t>((batch + 15) / 16, 1);
  const std::int64_t groups = (batch + together - 1) / together;
  Array dtaps = Array::zeros({groups, count, c}), dbias = Array::zeros({groups, c});
  Scalar *tap_sums = dtaps.mutable_data(), *bias_sums = dbias.mutable_data();
  parallel_chunks(groups, [&](std::int64_t group) {
    for (std::int64_t row = group * together * steps; row < std::min(batch, (group + 1) * together) * steps;
         ++row) {
      const Scalar* up = g.data() + row * c;
      const std::int64_t first =
          std::max<std::int64_t>(count - 1 - row % steps, 0);  // the first tap on a token
      simd::for_vectors(c, [&](std::int64_t j, auto v) {
        const Batch gradient = v.load(up + j);
        for (std::int64_t k = first; k < count; ++k) {
          Scalar* to = tap_sums + (group * count + k) * c + j;
          v.store(xsimd::fma(gradient, v.load(x.data() + (row - count + 1 + k) * c + j), v.load(to)), to);
        }
        Scalar* to = bias_sums + group * c + j;
        v.store(gradient + v.load(to), to);
      });
    }
  });
  return {sum(dtaps, {0}), sum(dbias, {0})};
}

}  // namespace heed
