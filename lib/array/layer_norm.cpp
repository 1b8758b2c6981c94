#include "lib/array/layer_norm.hpp"

#include <cmath>
#include <vector>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed {

using simd::Batch;

LayerNormResult layer_norm_rows(const Array& x, const Array& weight, const Array& bias, double eps) {
  const std::int64_t c = x.dim(-1);
  const std::int64_t rows = c == 0 ? 0 : x.size() / c;
  LayerNormResult result{Array(x.shape()), Array(Shape{rows}), Array(Shape{rows})};
  Scalar* y = result.y.mutable_data();
  Scalar* means = result.mean.mutable_data();
  Scalar* roots = result.inverse_root.mutable_data();
  const Array w = weight.defined() ? weight : Array::ones({c});
  const Array b = bias.defined() ? bias : Array::zeros({c});
  parallel_ranges(rows, static_cast<double>(c) * 0.4 + 10, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      const Scalar* row = x.data() + r * c;
      const auto n = static_cast<Scalar>(c);
      const Scalar mean = simd::sum_lanes(simd::fold_row(
                              c, 0, 0, [](Batch t, Batch v) { return t + v; }, row)) /
                          n;
      // The padding of the last vector equals the mean: it adds nothing.
      const Batch squares = simd::fold_row(
          c, 0, mean, [mean](Batch t, Batch v) { return xsimd::fma(v - mean, v - mean, t); }, row);
      const Scalar root = 1 / std::sqrt(simd::sum_lanes(squares) / n + static_cast<Scalar>(eps));
      means[r] = mean;
      roots[r] = root;
      simd::map_row(
          c, y + r * c,
          [=](Batch v, Batch scale, Batch shift) { return xsimd::fma((v - mean) * root, scale, shift); }, row,
          w.data(), b.data());
    }
  });
  return result;
}

void layer_norm_backward_rows(const Array& x, const Array& weight, const LayerNormResult& forward,
                              const Array& g, Scalar* dx, Scalar* dweight, Scalar* dbias) {
  const std::int64_t c = x.dim(-1);
  const std::int64_t rows = c == 0 ? 0 : x.size() / c;
  const Array w = weight.defined() ? weight : Array::ones({c});
  // Rows go in fixed groups, each with its own sums for weight and bias, which are added in order at the end.
  const std::int64_t group = std::max<std::int64_t>(64, (rows + 31) / 32);
  const std::int64_t groups = (rows + group - 1) / group;
  Array sums = Array::zeros({groups, 2, c});
  Scalar* partial = sums.mutable_data();
  parallel_chunks(groups, [&](std::int64_t index) {
    Scalar* dw = partial + index * 2 * c;
    Scalar* db = dw + c;
    std::vector<Scalar> normal(static_cast<std::size_t>(c));  // x̂ of one row
    std::vector<Scalar> scaled(static_cast<std::size_t>(c));  // ĝ of one row
    for (std::int64_t r = index * group; r < std::min(rows, (index + 1) * group); ++r) {
      const Scalar mean = forward.mean.data()[r];
      const Scalar root = forward.inverse_root.data()[r];
      const Scalar* up = g.data() + r * c;
      simd::map_row(
          c, normal.data(), [=](Batch v) { return (v - mean) * root; }, x.data() + r * c);
      const Scalar* xhat = normal.data();
      if (dweight != nullptr)
        simd::map_row(
            c, dw, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); },
            static_cast<const Scalar*>(dw), up, xhat);
      if (dbias != nullptr)
        simd::map_row(
            c, db, [](Batch t, Batch a) { return t + a; }, static_cast<const Scalar*>(db), up);
      if (dx == nullptr) continue;
      const auto n = static_cast<Scalar>(c);
      const Batch total = simd::map_and_sum_row(
          c, scaled.data(), [](Batch a, Batch b) { return a * b; }, up, w.data());
      const Scalar* ghat = scaled.data();
      const Batch products = simd::fold_row(
          c, 0, 0, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); }, ghat, xhat);
      const Scalar mean_g = simd::sum_lanes(total) / n;
      const Scalar mean_gx = simd::sum_lanes(products) / n;
      simd::map_row(
          c, dx + r * c, [=](Batch a, Batch b) { return root * (a - mean_g - b * mean_gx); }, ghat, xhat);
    }
  });
  for (std::int64_t index = 0; index < groups; ++index) {
    for (std::int64_t i = 0; i < c; ++i) {
      if (dweight != nullptr) dweight[i] += partial[index * 2 * c + i];
      if (dbias != nullptr) dbias[i] += partial[(index * 2 + 1) * c + i];
    }
  }
}

}  // namespace heed
