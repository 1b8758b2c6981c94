#include "lib/array/row_rms_norm.hpp"

#include <algorithm>
#include <cmath>

#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {

using simd::Batch;

RmsNormResult rms_norm_rows(const Array& x, const Array& weight, double eps) {
  const std::int64_t rows = x.dim(0), c = x.dim(1);
  RmsNormResult result{Array(x.shape()), Array({rows})};
  Scalar *y = result.y.mutable_data(), *roots = result.inverse_root.mutable_data();
  parallel_ranges(rows, static_cast<double>(c) * 0.3 + 10, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      const Scalar* row = x.data() + r * c;
      const Scalar squares = simd::sum_lanes(simd::fold_row(
          c, 0, 0, [](Batch t, Batch v) { return xsimd::fma(v, v, t); }, row));
      const Scalar root = 1 / std::sqrt(squares / static_cast<Scalar>(c) + static_cast<Scalar>(eps));
      roots[r] = root;
      simd::map_row(
          c, y + r * c, [=](Batch v, Batch w) { return v * root * w; }, row, weight.data());
    }
  });
  return result;
}

void rms_norm_backward_rows(const Array& x, const Array& weight, const Array& inverse_root, const Array& g,
                            Scalar* dx, Scalar* dweight) {
  const std::int64_t rows = x.dim(0), c = x.dim(1);
  // Rows go in fixed groups, each with its own sums for the weight, which are added in order at the end.
  const std::int64_t group = std::max<std::int64_t>(64, (rows + 31) / 32);
  const std::int64_t groups = (rows + group - 1) / group;
  Array sums = Array::zeros({groups, c});
  Scalar* partial = sums.mutable_data();
  parallel_chunks(groups, [&](std::int64_t index) {
    Scalar* dw = partial + index * c;
    for (std::int64_t r = index * group; r < std::min(rows, (index + 1) * group); ++r) {
      const Scalar root = inverse_root.data()[r], *row = x.data() + r * c, *up = g.data() + r * c;
      if (dweight != nullptr)
        simd::map_row(
            c, dw, [=](Batch t, Batch a, Batch v) { return xsimd::fma(a, v * root, t); },
            static_cast<const Scalar*>(dw), up, row);
      if (dx == nullptr) continue;
      const Batch products = simd::fold_row(
          c, 0, 0, [=](Batch t, Batch a, Batch w, Batch v) { return xsimd::fma(a * w, v * root, t); }, up,
          weight.data(), row);
      const Scalar mean = simd::sum_lanes(products) / static_cast<Scalar>(c);
      simd::map_row(
          c, dx + r * c,
          [=](Batch a, Batch w, Batch v) { return root * xsimd::fnma(v * root, Batch(mean), a * w); }, up,
          weight.data(), row);
    }
  });
  for (std::int64_t index = 0; dweight != nullptr && index < groups; ++index)
    simd::map_row(
        c, dweight, [](Batch a, Batch b) { return a + b; }, static_cast<const Scalar*>(dweight),
        static_cast<const Scalar*>(partial + index * c));
}

}  // namespace heed
