#include "lib/array/small_gemm.hpp"

#include <algorithm>

#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using simd::Batch, simd::lanes;

// A tile of the result, R rows of V vectors, stays in registers while k runs: V vectors of b are loaded once
// for R rows, each number of a once for V vectors. Of 32 vector registers 24 hold the tile, of 16 twelve.
constexpr int max_vectors = sizeof(Batch) == 64 || sizeof(Batch) == 16 ? 4 : 2;
constexpr int tile_rows(int vectors) {
  return max_vectors == 4 ? (vectors == 4 ? 6 : vectors == 3 ? 8 : 12) : 6;
}
// b is cut into panels of so many rows: 256 rows of 64 floats are 64 KiB, so the L2 cache holds them while
// all rows of a pass.
constexpr std::int64_t panel_depth = 256;

/// How a finished tile goes into c.
struct Store {
  Scalar alpha, beta;
  std::int64_t last;  // columns of the last vector
};

/// One tile: c (R rows, V vectors) = alpha a b + beta c. a is read as element (r, p) = a[r * lda + p], or a[p
/// * lda + r].
template <int R, int V, bool TransposedA>
void tile(std::int64_t k, const Scalar* a, std::int64_t lda, const Scalar* b, std::int64_t ldb, Scalar* c,
          std::int64_t ldc, const Store& store) {
  Batch sum[R][V];
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sum[r][v] = Batch(Scalar{0});
    __builtin_prefetch(c + r * ldc);
  }
  for (std::int64_t p = 0; p < k; ++p) {
    Batch row[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) row[v] = Batch::load_unaligned(b + v * lanes);
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) {
      const Batch x(TransposedA ? a[r] : a[r * lda]);
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) sum[r][v] = xsimd::fma(x, row[v], sum[r][v]);
    }
    b += ldb;
    a += TransposedA ? lda : 1;
  }
  const Batch alpha(store.alpha), beta(store.beta);
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      Scalar* to = c + r * ldc + v * lanes;
      Batch value = alpha * sum[r][v];
      if (v == V - 1 && store.last < lanes) {
        if (store.beta != 0) value = xsimd::fma(beta, simd::load_tail(to, store.last, Scalar{0}), value);
        simd::store_tail(value, to, store.last);
      } else {
        if (store.beta != 0) value = xsimd::fma(beta, Batch::load_unaligned(to), value);
        value.store_unaligned(to);
      }
    }
  }
}

/// All rows of a against one panel of b: tiles of R rows, then smaller ones for the rest.
template <int R, int V, bool TransposedA>
void rows_of_tiles(std::int64_t m, std::int64_t k, const Scalar* a, std::int64_t lda, const Scalar* b,
                   std::int64_t ldb, Scalar* c, std::int64_t ldc, const Store& store) {
  std::int64_t i = 0;
  // eight rows are twice four: two behind six would wait for b, which comes from the L2 cache for each tile
  for (; i + R <= m && (R != 6 || m - i != 8); i += R) {
    tile<R, V, TransposedA>(k, TransposedA ? a + i : a + i * lda, lda, b, ldb, c + i * ldc, ldc, store);
  }
  if constexpr (R > 1) {
    constexpr int next = R > 6 ? 6 : R > 4 ? 4 : R / 2;
    if (i < m) {
      rows_of_tiles<next, V, TransposedA>(m - i, k, TransposedA ? a + i : a + i * lda, lda, b, ldb,
                                          c + i * ldc, ldc, store);
    }
  }
}

template <bool TransposedA>
void run_panel(int vectors, std::int64_t m, std::int64_t k, const Scalar* a, std::int64_t lda,
               const Scalar* b, std::int64_t ldb, Scalar* c, std::int64_t ldc, const Store& store) {
  switch (vectors) {
    case 1:
      return rows_of_tiles<tile_rows(1), 1, TransposedA>(m, k, a, lda, b, ldb, c, ldc, store);
    case 2:
      return rows_of_tiles<tile_rows(2), 2, TransposedA>(m, k, a, lda, b, ldb, c, ldc, store);
    case 3:
      if constexpr (max_vectors >= 3)
        return rows_of_tiles<tile_rows(3), 3, TransposedA>(m, k, a, lda, b, ldb, c, ldc, store);
      break;
    default:
      if constexpr (max_vectors >= 4)
        return rows_of_tiles<tile_rows(4), 4, TransposedA>(m, k, a, lda, b, ldb, c, ldc, store);
  }
}

// ---- few rows against a transposed b: decoding token by token ----

/// R rows of a against C rows of the transposed b: c (r, j) = alpha a[r] · b[j] + beta c. All run along
/// memory, b is read once.
template <int R, int C>
void dot_tile(std::int64_t k, Scalar alpha, const Scalar* a, std::int64_t lda, const Scalar* b,
              std::int64_t ldb, Scalar beta, Scalar* c, std::int64_t ldc) {
  Batch sum[R][C];
  for (int r = 0; r < R; ++r) {
    for (int j = 0; j < C; ++j) sum[r][j] = Batch(Scalar{0});
  }
  const auto step = [&](const auto& load, std::int64_t p) {
    Batch x[R];
#pragma GCC unroll 4
    for (int r = 0; r < R; ++r) x[r] = load(a + r * lda + p);
#pragma GCC unroll 4
    for (int j = 0; j < C; ++j) {
      const Batch w = load(b + j * ldb + p);
      __builtin_prefetch(b + (j + C) * ldb + p);  // of the next tile: a weight matrix is read once, from afar
#pragma GCC unroll 4
      for (int r = 0; r < R; ++r) sum[r][j] = xsimd::fma(x[r], w, sum[r][j]);
    }
  };
  std::int64_t p = 0;
  for (; p + lanes <= k; p += lanes) step([](const Scalar* from) { return Batch::load_unaligned(from); }, p);
  if (p < k) step([&](const Scalar* from) { return simd::load_tail(from, k - p, Scalar{0}); }, p);
  for (int r = 0; r < R; ++r) {
    for (int j = 0; j < C; ++j) {
      Scalar& to = c[r * ldc + j];
      to = alpha * simd::sum_lanes(sum[r][j]) + (beta == 0 ? Scalar{0} : beta * to);
    }
  }
}

template <int R>
void rows_of_dots(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, const MatrixView& a,
                  const MatrixView& b, Scalar beta, Scalar* c, std::int64_t ldc) {
  std::int64_t i = 0;
  for (; i + R <= m; i += R) {
    const Scalar* left = a.data + i * a.stride;
    std::int64_t j = 0;
    for (; j + 4 <= n; j += 4)
      dot_tile<R, 4>(k, alpha, left, a.stride, b.data + j * b.stride, b.stride, beta, c + i * ldc + j, ldc);
    for (; j < n; ++j)
      dot_tile<R, 1>(k, alpha, left, a.stride, b.data + j * b.stride, b.stride, beta, c + i * ldc + j, ldc);
  }
  if constexpr (R > 1) {
    if (i < m)
      rows_of_dots<1>(m - i, n, k, alpha, {a.data + i * a.stride, a.stride}, b, beta, c + i * ldc, ldc);
  }
}

bool few_rows(std::int64_t m, const MatrixView& a, const MatrixView& b) {
  return m < few_rows_below && b.transposed && !a.transposed;
}

}  // namespace

std::int64_t panel_width() { return max_vectors * lanes; }

bool small_gemm_pays(std::int64_t m, std::int64_t n, std::int64_t k, const MatrixView& a,
                     const MatrixView& b) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  if (few_rows(m, a, b)) return true;
  // A transposed a of many columns is read in long steps.
  return a.transposed ? a.stride <= 256 && m * n <= 1 << 15 : n * k <= 1 << 16;
#else
  (void)m, (void)n, (void)k, (void)a, (void)b;
  return false;  // built for any processor: OpenBLAS knows this one
#endif
}

void small_gemm(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, MatrixView a, MatrixView b,
                Scalar beta, Scalar* c, std::int64_t ldc) {
  if (few_rows(m, a, b)) return rows_of_dots<4>(m, n, k, alpha, a, b, beta, c, ldc);
  constexpr std::int64_t width = max_vectors * lanes;
  alignas(64) thread_local Scalar panel[panel_depth * width];
  // Whole vectors, and few rows or those of b close together: b is used where it lies.
  const bool in_place = !b.transposed && n % lanes == 0 && (m <= 32 || b.stride <= width);
  for (std::int64_t first = 0; first < k; first += panel_depth) {
    const std::int64_t depth = std::min(panel_depth, k - first);
    const MatrixView left{a.transposed ? a.data + first * a.stride : a.data + first, a.stride, a.transposed};
    for (std::int64_t j = 0; j < n; j += width) {
      const std::int64_t columns = std::min(width, n - j);
      const auto vectors = static_cast<int>((columns + lanes - 1) / lanes);
      const std::int64_t pitch = vectors * lanes;
      const Scalar* rows = panel;
      std::int64_t stride = pitch;
      if (in_place) {
        rows = b.data + first * b.stride + j;
        stride = b.stride;
      } else if (b.transposed) {
        copy_transposed(b.data + j * b.stride + first, b.stride, depth, columns, panel, pitch);
      } else {
        copy_rows(b.data + first * b.stride + j, b.stride, depth, columns, panel, pitch);
      }
      const Store store{alpha, first == 0 ? beta : Scalar{1}, columns - (vectors - 1) * lanes};
      const auto run = a.transposed ? run_panel<true> : run_panel<false>;
      run(vectors, m, depth, left.data, left.stride, rows, stride, c + j, ldc, store);
    }
  }
}

}  // namespace heed
