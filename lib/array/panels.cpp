#include "lib/array/panels.hpp"

#include <algorithm>
#include <utility>

#include "lib/array/simd.hpp"

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

}  // namespace heed
