#include "lib/array/row_norm.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {

using simd::Batch;

namespace {

/// Holds the places of a result's parts, and the parameters, in a form that row loops can use.
struct Norm {
  Norm(const Array& x, const Array& weight, const Array& bias, double epsilon, bool centred = true)
      : c(x.dim(-1)),
        rows(c == 0 ? 0 : x.size() / c),
        result{Array(x.shape()), centred ? Array({rows}) : Array(), Array({rows})},
        scale(weight.defined() ? weight : Array::ones({c})),
        shift(bias.defined() ? bias : Array::zeros({c})),
        eps(static_cast<Scalar>(epsilon)),
        y(result.y.mutable_data()),
        means(centred ? result.mean.mutable_data() : nullptr),
        roots(result.inverse_root.mutable_data()) {}

  std::int64_t c, rows;
  LayerNormResult result;
  Array scale, shift;
  Scalar eps;
  Scalar *y, *means, *roots;

  void row(std::int64_t r, const Scalar* x) const {
    const auto n = static_cast<Scalar>(c);
    const Scalar mean = means == nullptr ? 0 : simd::sum_row(c, x) / n;
    // The padding of the last vector equals the mean: it adds nothing.
    const Batch squares = simd::fold_row(
        c, 0, mean, [mean](Batch t, Batch v) { return xsimd::fma(v - mean, v - mean, t); }, x);
    const Scalar root = 1 / std::sqrt(simd::sum_lanes(squares) / n + eps);
    if (means != nullptr) means[r] = mean;
    roots[r] = root;
    simd::map_row(
        c, y + r * c,
        [=](Batch v, Batch factor, Batch offset) { return xsimd::fma((v - mean) * root, factor, offset); }, x,
        scale.data(), shift.data());
  }
};

LayerNormResult normalise(const Norm& norm, const Array& x) {
  parallel_for(norm.rows, static_cast<double>(norm.c) * 0.4 + 10,
               [&](std::int64_t r) { norm.row(r, x.data() + r * norm.c); });
  return norm.result;
}

}  // namespace

LayerNormResult layer_norm_rows(const Array& x, const Array& weight, const Array& bias, double eps) {
  return normalise(Norm(x, weight, bias, eps), x);
}

LayerNormResult rms_norm_rows(const Array& x, const Array& weight, double eps) {
  return normalise(Norm(x, weight, {}, eps, false), x);
}

ResidualNormResult residual_norm_rows(const Array& x, const Array& sublayer, const Dropped& dropped,
                                      const Array& weight, const Array& bias, double eps) {
  const Norm norm(x, weight, bias, eps);
  const std::int64_t c = norm.c;
  Array sum(x.shape());
  Scalar* z = sum.mutable_data();
  constexpr std::int64_t together = 8;  // rows: whole groups of dropout factors for most widths
  const std::int64_t blocks = (norm.rows + together - 1) / together;
  parallel_for(blocks, together * (static_cast<double>(c) * 0.8 + 10), [&](std::int64_t block) {
    const std::int64_t first = block * together, last = std::min(norm.rows, first + together);
    const Scalar* add = sublayer.data() + first * c;
    if (dropped.p > 0) {
      multiply_by_dropout(dropped.stream, dropped.p, first * c, (last - first) * c, add, z + first * c);
      add = z + first * c;
    }
    simd::map_row((last - first) * c, z + first * c, [](Batch a, Batch b) { return a + b; },
                  x.data() + first * c, add);
    for (std::int64_t r = first; r < last; ++r) norm.row(r, z + r * c);
  });
  return {sum, norm.result};
}

void layer_norm_backward_rows(const Array& x, const Array& weight, const LayerNormResult& forward,
                              const Array& g, Scalar* dx, Scalar* dweight, Scalar* dbias,
                              const Dropped& dropped, Scalar* dsublayer) {
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
      const Scalar mean = forward.mean.defined() ? forward.mean.data()[r] : 0;
      const Scalar root = forward.inverse_root.data()[r];
      const Scalar* up = g.data() + r * c;
      simd::map_row(
          c, normal.data(), [=](Batch v) { return (v - mean) * root; }, x.data() + r * c);
      const Scalar* xhat = normal.data();
      if (dweight != nullptr)
        simd::map_row(
            c, dw, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); },
            static_cast<const Scalar*>(dw), up, xhat);
      if (dbias != nullptr) simd::add_row(c, db, up);
      if (dx == nullptr) continue;
      const auto n = static_cast<Scalar>(c);
      const Batch total = simd::map_and_sum_row(
          c, scaled.data(), [](Batch a, Batch b) { return a * b; }, up, w.data());
      const Scalar* ghat = scaled.data();
      const Batch products = simd::fold_row(
          c, 0, 0, [](Batch t, Batch a, Batch b) { return xsimd::fma(a, b, t); }, ghat, xhat);
      const Scalar mean_g = forward.mean.defined() ? simd::sum_lanes(total) / n : 0;
      const Scalar mean_gx = simd::sum_lanes(products) / n;
      simd::map_row(
          c, dx + r * c, [=](Batch a, Batch b) { return root * xsimd::fnma(b, Batch(mean_gx), a - mean_g); },
          ghat, xhat);
    }
    if (dsublayer != nullptr) {
      const std::int64_t first = index * group * c, n = std::min(rows * c, first + group * c) - first;
      multiply_by_dropout(dropped.stream, dropped.p, first, n, dx + first, dsublayer + first);
    }
  });
  for (std::int64_t index = 0; index < groups; ++index) {
    const Scalar *dw = partial + index * 2 * c, *db = dw + c;
    if (dweight != nullptr) simd::add_row(c, dweight, dw);
    if (dbias != nullptr) simd::add_row(c, dbias, db);
  }
}

}  // namespace heed
