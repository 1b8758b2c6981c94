#include "lib/array/row_softmax.hpp"

#include <cmath>
#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

using simd::Batch;
constexpr double cost_of_exp = 0.6;  // nanoseconds an element

/// body(row index, first element, length) for each row of the last axis.
template <typename Body>
void for_each_row(const Array& x, Body body) {
  const std::int64_t n = x.dim(-1);
  if (x.size() == 0) return;
  parallel_for(x.size() / n, static_cast<double>(n) * cost_of_exp + 5,
               [&](std::int64_t r) { body(r * n, n); });
}

}  // namespace

void softmax_row(Scalar* x, std::int64_t n) {
  const Scalar top = simd::max_row(x, n);
  if (top == -std::numeric_limits<Scalar>::infinity()) {
    // Nothing may be chosen, unless a NaN hides among the -inf: that one must not be lost.
    for (std::int64_t i = 0; i < n; ++i) x[i] = std::isnan(x[i]) ? x[i] : Scalar{0};
    return;
  }
  if (n == simd::lanes) {  // one vector: it stays in its register
    const Batch e = xsimd::exp(Batch::load_unaligned(x) - top);
    (e * (1 / simd::sum_lanes(e))).store_unaligned(x);
    return;
  }
  const Batch total = simd::map_and_sum_row(
      n, x, [top](Batch v) { return xsimd::exp(v - top); }, x);
  const Scalar inverse = 1 / simd::sum_lanes(total);
  simd::scale_row(n, x, inverse, x);
}

void softmax_backward_row(const Scalar* p, Scalar* dp, std::int64_t n) {
  const Batch products = simd::fold_row(
      n, 0, 0, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); }, p,
      static_cast<const Scalar*>(dp));
  const Scalar mean = simd::sum_lanes(products);
  simd::map_row(
      n, dp, [mean](Batch a, Batch b) { return a * (b - mean); }, p, static_cast<const Scalar*>(dp));
}

Array softmax_rows(const Array& x) {
  Array y(x.shape());
  Scalar* out = y.mutable_data();
  for_each_row(x, [&](std::int64_t first, std::int64_t n) {
    std::copy_n(x.data() + first, n, out + first);
    softmax_row(out + first, n);
  });
  return y;
}

Array log_softmax_rows(const Array& x) {
  Array y(x.shape());
  Scalar* out = y.mutable_data();
  for_each_row(x, [&](std::int64_t first, std::int64_t n) {
    const Scalar* row = x.data() + first;
    const Scalar top = simd::max_row(row, n);
    if (top == -std::numeric_limits<Scalar>::infinity()) {
      std::copy_n(row, n, out + first);  // log 0 everywhere, as softmax gives 0; a NaN stays
      return;
    }
    const Batch total = simd::map_and_sum_row(
        n, out + first, [top](Batch v) { return xsimd::exp(v - top); }, row);
    // Not x - (top + log_sum): beside a large maximum the logarithm would be lost.
    const Scalar log_sum = std::log(simd::sum_lanes(total));
    simd::map_row(
        n, out + first, [=](Batch v) { return (v - top) - log_sum; }, row);
  });
  return y;
}

Array softmax_backward_rows(const Array& p, const Array& g) {
  Array dx = g;
  Scalar* out = dx.mutable_data();
  for_each_row(
      p, [&](std::int64_t first, std::int64_t n) { softmax_backward_row(p.data() + first, out + first, n); });
  return dx;
}

Array log_softmax_backward_rows(const Array& y, const Array& g) {
  Array dx(y.shape());
  Scalar* out = dx.mutable_data();
  for_each_row(y, [&](std::int64_t first, std::int64_t n) {
    const Scalar total = simd::sum_row(n, g.data() + first);
    simd::map_row(
        n, out + first,
        [total](Batch log_p, Batch up) { return xsimd::fnma(xsimd::exp(log_p), Batch(total), up); },
        y.data() + first, g.data() + first);
  });
  return dx;
}

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
