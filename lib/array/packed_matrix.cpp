#include "lib/array/packed_matrix.hpp"

#include <algorithm>

#include "lib/array/panels.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {

PackedMatrix::PackedMatrix(MatrixView b, std::int64_t k, std::int64_t n) : k_(k), n_(n) {
  const std::int64_t width = panel_width(), panels = (n + width - 1) / width;
  panels_ = Array({panels, k, width});
  Scalar* to = panels_.mutable_data();
  parallel_ranges(panels, static_cast<double>(k * width), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t j = begin; j < end; ++j) {
      const std::int64_t columns = std::min(width, n - j * width);
      Scalar* panel = to + j * k * width;
      if (b.transposed) {
        copy_transposed(b.column(j * width), b.stride, k, columns, panel, width);
      } else {
        for (std::int64_t p = 0; p < k; ++p) {
          std::copy_n(b.data + p * b.stride + j * width, columns, panel + p * width);
          std::fill(panel + p * width + columns, panel + (p + 1) * width, Scalar{0});
        }
      }
    }
  });
}

void PackedMatrix::multiply(std::int64_t m, const Scalar* a, Scalar beta, Scalar* c) const {
  const std::int64_t width = panel_width();
  for (std::int64_t j = 0; j < n_; j += width)
    small_gemm(m, std::min(width, n_ - j), k_, 1, {a, k_}, {panels_.data() + j * k_, width}, beta, c + j, n_);
}

}  // namespace heed
