#include "lib/array/cross_entropy.hpp"

#include <cmath>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed {

using simd::Batch;

CrossEntropyRows cross_entropy_rows(const Array& logits, std::span<const std::int32_t> targets,
                                    double smoothing, std::int32_t ignore) {
  const std::int64_t rows = logits.dim(0);
  const std::int64_t v = logits.dim(1);
  CrossEntropyRows result{Array(Shape{rows}), Array(Shape{rows}), 0};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == ignore) continue;
    if (targets[i] < 0 || targets[i] >= v) {
      throw_error<ShapeError>("[cross_entropy] target {} in row {} is no class: logits have shape {}",
                              targets[i], i, logits.shape());
    }
    ++result.counted;
  }
  Scalar* loss = result.loss.mutable_data();
  Scalar* lse = result.log_sum_exp.mutable_data();
  const auto epsilon = static_cast<Scalar>(smoothing);
  parallel_ranges(rows, static_cast<double>(v) * 0.6 + 10, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      const Scalar* row = logits.data() + r * v;
      const std::int32_t target = targets[static_cast<std::size_t>(r)];
      if (target == ignore) {
        loss[r] = lse[r] = 0;
        continue;
      }
      const Scalar top = simd::max_row(row, v);
      // The padding of the last vector is -inf, whose exponential is 0.
      const Batch total = simd::fold_row(
          v, 0, -std::numeric_limits<Scalar>::infinity(),
          [top](Batch t, Batch x) { return t + xsimd::exp(x - top); }, row);
      lse[r] = top + std::log(simd::sum_lanes(total));
      loss[r] = (1 - epsilon) * (lse[r] - row[target]);
      if (epsilon != 0) {
        // Σ (lse - x) instead of V lse - Σ x: no large numbers that cancel.
        const Scalar shift = lse[r];
        const Batch gaps = simd::fold_row(
            v, 0, shift, [shift](Batch t, Batch x) { return t + (shift - x); }, row);
        loss[r] += epsilon / static_cast<Scalar>(v) * simd::sum_lanes(gaps);
      }
    }
  });
  return result;
}

Array cross_entropy_backward_rows(const Array& logits, std::span<const std::int32_t> targets,
                                  const Array& log_sum_exp, double smoothing, std::int32_t ignore,
                                  const Array& scale) {
  const std::int64_t rows = logits.dim(0);
  const std::int64_t v = logits.dim(1);
  Array gradient(logits.shape());
  Scalar* out = gradient.mutable_data();
  const auto epsilon = static_cast<Scalar>(smoothing);
  parallel_ranges(rows, static_cast<double>(v) * 0.6 + 10, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      Scalar* row = out + r * v;
      const std::int32_t target = targets[static_cast<std::size_t>(r)];
      if (target == ignore) {
        std::fill_n(row, v, Scalar{0});
        continue;
      }
      const Scalar shift = log_sum_exp.data()[r];
      const Scalar factor = scale.data()[r];
      const Scalar uniform = epsilon / static_cast<Scalar>(v);
      simd::map_row(
          v, row, [=](Batch x) { return factor * (xsimd::exp(x - shift) - uniform); }, logits.data() + r * v);
      row[target] -= factor * (1 - epsilon);
    }
  });
  return gradient;
}

}  // namespace heed
