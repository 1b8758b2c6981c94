
#include <algorithm>
#include <utility>

#include "lib/array/simd.hpp"
#include "lib/array/small_gemm.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using simd::Batch, simd::lanes, simd::Vector;

/// Exchanges the off-diagonal squares of side S in all squares of side 2 S.
template <std::size_t S, std::size_t... I>
void transpose_step(Vector (&rows)[sizeof...(I)], std::index_sequence<I...>) {
  constexpr std::size_t n = sizeof...(I);
  for (std::size_t i = 0; i < n; ++i) {
    if ((i & S) != 0) continue;
    const Vector top = rows[i], bottom = rows[i + S];
    rows[i] = __builtin_shufflevector(top, bottom, ((I & S) == 0 ? I : n + I - S)...);
    rows[i + S] = __builtin_shufflevector(top, bottom, ((I & S) == 0 ? I + S : n + I)...);
  }
}

template <std::size_t S>
void transpose_steps(Vector (&rows)[lanes]) {
  if constexpr (S > 0) {
    transpose_step<S>(rows, std::make_index_sequence<lanes>{});
    transpose_steps<S / 2>(rows);
  }
}

}  // namespace

void copy_transposed(const Scalar* from, std::int64_t stride, std::int64_t k, std::int64_t n, Scalar* to,
                     std::int64_t pitch) {
  for (std::int64_t j = 0; j < pitch; j += lanes) {
    std::int64_t p = 0;
    if (j + lanes <= n) {
      for (; p + lanes <= k; p += lanes) {
        Vector rows[lanes];
        for (std::int64_t r = 0; r < lanes; ++r)
          __builtin_memcpy(&rows[r], from + (j + r) * stride + p, sizeof(Vector));
        transpose_steps<lanes / 2>(rows);
        for (std::int64_t r = 0; r < lanes; ++r)
          __builtin_memcpy(to + (p + r) * pitch + j, &rows[r], sizeof(Vector));
      }
    }
    const std::int64_t columns = std::clamp<std::int64_t>(n - j, 0, lanes);
    for (; p < k; ++p) {
      for (std::int64_t r = 0; r < columns; ++r) to[p * pitch + j + r] = from[(j + r) * stride + p];
      for (std::int64_t r = columns; r < lanes; ++r) to[p * pitch + j + r] = 0;
    }
  }
}

void copy_rows(const Scalar* from, std::int64_t stride, std::int64_t k, std::int64_t n, Scalar* to,
               std::int64_t pitch) {
  const std::int64_t whole = n / lanes * lanes;
  for (std::int64_t p = 0; p < k; ++p, from += stride, to += pitch) {
    for (std::int64_t j = 0; j < whole; j += lanes) Batch::load_unaligned(from + j).store_unaligned(to + j);
    if (whole < n) simd::load_tail(from + whole, n - whole, Scalar{0}).store_unaligned(to + whole);
  }
}

// ---- a matrix cut into panels once ----

PackedMatrix::PackedMatrix(MatrixView b, std::int64_t k, std::int64_t n) : k_(k), n_(n) {
  const std::int64_t width = panel_width(), panels = (n + width - 1) / width;
  panels_ = Array({panels, k, width});
  Scalar* to = panels_.mutable_data();
  parallel_for(panels, static_cast<double>(k * width), [&](std::int64_t j) {
    const std::int64_t columns = std::min(width, n - j * width);
    Scalar* panel = to + j * k * width;
    if (b.transposed) {
      copy_transposed(b.column(j * width), b.stride, k, columns, panel, width);
    } else {
      copy_rows(b.data + j * width, b.stride, k, columns, panel, width);
    }
  });
}

void PackedMatrix::multiply(std::int64_t m, const Scalar* a, Scalar beta, Scalar* c) const {
  const std::int64_t width = panel_width();
  for (std::int64_t j = 0; j < n_; j += width)
    small_gemm(m, std::min(width, n_ - j), k_, 1, {a, k_}, {panels_.data() + j * k_, width}, beta, c + j, n_);
}

}  // namespace heed
