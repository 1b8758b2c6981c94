#include "lib/array/row_cross_entropy.hpp"

#include <cmath>
#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

using simd::Batch;

CrossEntropyRows cross_entropy_rows(const Array& logits, std::span<const std::int32_t> targets,
                                    double smoothing, std::int32_t ignore) {
  const std::int64_t rows = logits.dim(0);
  const std::int64_t v = logits.dim(1);
  CrossEntropyRows result{Array(Shape{rows}), Array(Shape{rows}), Array(Shape{rows}), 0};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == ignore) continue;
    if (targets[i] < 0 || targets[i] >= v) {
      throw_error<ShapeError>("[cross_entropy] target {} in row {} is no class: logits have shape {}",
                              targets[i], i, logits.shape());
    }
    ++result.counted;
  }
  Scalar* loss = result.loss.mutable_data();
  Scalar* max = result.max.mutable_data();
  Scalar* log_sum = result.log_sum.mutable_data();
  const auto epsilon = static_cast<Scalar>(smoothing);
  parallel_for(rows, static_cast<double>(v) * 0.6 + 10, [&](std::int64_t r) {
    const Scalar* row = logits.data() + r * v;
    const std::int32_t target = targets[static_cast<std::size_t>(r)];
    if (target == ignore) {
      loss[r] = max[r] = log_sum[r] = 0;
      return;
    }
    const Scalar top = simd::max_row(row, v);
    // The padding of the last vector is -inf, whose exponential is 0.
    const Batch total = simd::fold_row(
        v, 0, -std::numeric_limits<Scalar>::infinity(),
        [top](Batch t, Batch x) { return t + xsimd::exp(x - top); }, row);
    const Scalar log_total = std::log(simd::sum_lanes(total));
    max[r] = top;
    log_sum[r] = log_total;
    loss[r] = (1 - epsilon) * (log_total - (row[target] - top));
    if (epsilon != 0) {
      // -1/V Σ y = log_total + 1/V Σ (top - x), whose terms are all positive: nothing cancels.
      const Batch gaps = simd::fold_row(
          v, 0, top, [top](Batch t, Batch x) { return t + (top - x); }, row);
      loss[r] += epsilon * (log_total + simd::sum_lanes(gaps) / static_cast<Scalar>(v));
    }
  });
  return result;
}

Array cross_entropy_backward_rows(const Array& logits, std::span<const std::int32_t> targets,
                                  const CrossEntropyRows& forward, double smoothing, std::int32_t ignore,
                                  const Array& scale) {
  const std::int64_t rows = logits.dim(0);
  const std::int64_t v = logits.dim(1);
  Array gradient(logits.shape());
  Scalar* out = gradient.mutable_data();
  const auto epsilon = static_cast<Scalar>(smoothing);
  parallel_for(rows, static_cast<double>(v) * 0.6 + 10, [&](std::int64_t r) {
    Scalar* row = out + r * v;
    const std::int32_t target = targets[static_cast<std::size_t>(r)];
    if (target == ignore) {
      std::fill_n(row, v, Scalar{0});
      return;
    }
    const Scalar top = forward.max.data()[r], log_sum = forward.log_sum.data()[r];
    const Scalar factor = scale.data()[r];
    const Scalar uniform = epsilon / static_cast<Scalar>(v);
    simd::map_row(
        v, row, [=](Batch x) { return factor * (xsimd::exp((x - top) - log_sum) - uniform); },
        logits.data() + r * v);
    row[target] -= factor * (1 - epsilon);
  });
  return gradient;
}

}  // namespace heed
