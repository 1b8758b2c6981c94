#include "lib/array/gemm.hpp"

#include <algorithm>
#if __has_include(<xflens/cxxblas/cxxblas.cxx>) && !defined(HEED_POSIX_ONLY)
#include <complex>
#include <xtensor-blas/xblas_config.hpp>
// needs the two above
#include <xflens/cxxblas/cxxblas.cxx>
#define HEED_CXXBLAS
#else  // Fedora and Homebrew have no xtensor-blas
#include <cblas.h>
#endif

#include "lib/array/broadcast.hpp"
#include "lib/array/kernels.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/small_gemm.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

#ifndef HEED_CXXBLAS
#ifdef HEED_DOUBLE
constexpr auto* cblas_gemm = cblas_dgemm;
#else
constexpr auto* cblas_gemm = cblas_sgemm;
#endif
#endif

void scale(Scalar* c, std::int64_t m, std::int64_t n, std::int64_t ldc, Scalar beta) {
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) c[i * ldc + j] = beta == 0 ? Scalar{0} : c[i * ldc + j] * beta;
  }
}

}  // namespace

void serial_gemm(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, MatrixView a, MatrixView b,
                 Scalar beta, Scalar* c, std::int64_t ldc) {
  if (m == 0 || n == 0) return;
  if (k == 0) return scale(c, m, n, ldc, beta);  // an empty sum; BLAS refuses row strides of 0
  if (small_gemm_pays(m, n, k, a, b)) return small_gemm(m, n, k, alpha, a, b, beta, c, ldc);
  blas_gemm(m, n, k, alpha, a, b, beta, c, ldc);
}

void blas_gemm(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, MatrixView a, MatrixView b,
               Scalar beta, Scalar* c, std::int64_t ldc) {
  prepare_blas();
#ifdef HEED_CXXBLAS
  const auto flag = [](bool transposed) { return transposed ? cxxblas::Trans : cxxblas::NoTrans; };
  cxxblas::gemm<xt::blas_index_t>(cxxblas::RowMajor, flag(a.transposed), flag(b.transposed),
                                  static_cast<int>(m), static_cast<int>(n), static_cast<int>(k), alpha,
                                  a.data, static_cast<int>(a.stride), b.data, static_cast<int>(b.stride),
                                  beta, c, static_cast<int>(ldc));
#else
  const auto flag = [](bool transposed) { return transposed ? CblasTrans : CblasNoTrans; };
  cblas_gemm(CblasRowMajor, flag(a.transposed), flag(b.transposed), static_cast<int>(m), static_cast<int>(n),
             static_cast<int>(k), alpha, a.data, static_cast<int>(a.stride), b.data,
             static_cast<int>(b.stride), beta, c, static_cast<int>(ldc));
#endif
}

GemmPlan::GemmPlan(std::int64_t m, std::int64_t n, std::int64_t k) : m_(m), n_(n) {
  // Enough blocks to keep a team busy to the end, large enough that waking it does not show.
  const double work = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  std::int64_t wanted = work < 1e6 ? 1 : work < 1e7 ? 2 : work < 1e8 ? 4 : 8;
  // With few rows the time is that of reading b.
  if (m < few_rows_below) wanted = n * k < 1 << 15 ? 1 : n * k < 1 << 17 ? 2 : n * k < 1 << 19 ? 4 : 8;
  // Each row of blocks reads (and OpenBLAS copies) all of b, each column all of a: of the grids with so many
  // blocks take the one that reads least.
  std::int64_t rows = 1;
  for (std::int64_t candidate = 1; candidate <= wanted; candidate *= 2) {
    if (candidate * n + wanted / candidate * m < rows * n + wanted / rows * m) rows = candidate;
  }
  const auto step = [](std::int64_t length, std::int64_t parts, std::int64_t grain) {
    return std::max<std::int64_t>(((length + parts - 1) / parts + grain - 1) / grain * grain, 1);
  };
  row_step_ = step(m, rows, 16);
  column_step_ = step(n, wanted / rows, 64);
  block_columns_ = std::max<std::int64_t>((n + column_step_ - 1) / column_step_, 1);
  std::int64_t block_rows = std::max<std::int64_t>((m + row_step_ - 1) / row_step_, 1);
  // A few rows left over would be summed in another order (small_gemm.hpp), so the block before takes them.
  if (block_rows > 1 && m - (block_rows - 1) * row_step_ < few_rows_below) --block_rows;
  last_row_ = (block_rows - 1) * row_step_;
  blocks_ = block_rows * block_columns_;
}

GemmPlan::Block GemmPlan::block(std::int64_t index) const {
  const std::int64_t row = index / block_columns_ * row_step_, column = index % block_columns_ * column_step_;
  return {row, row == last_row_ ? m_ - row : row_step_, column, std::min(column_step_, n_ - column)};
}

Array gemm(const Array& a, const Array& b, GemmOptions options) {
  const auto mismatch = [&](const char* what) {
    throw_error<ShapeError>("[matmul] {}: {}{} @ {}{}", what, a.shape(), options.transpose_a ? "ᵀ" : "",
                            b.shape(), options.transpose_b ? "ᵀ" : "");
  };
  if (a.rank() < 2 || b.rank() < 2) mismatch("both need at least two axes");
  const std::int64_t m = a.dim(options.transpose_a ? -1 : -2);
  const std::int64_t k = a.dim(options.transpose_a ? -2 : -1);
  const std::int64_t n = b.dim(options.transpose_b ? -2 : -1);
  if (b.dim(options.transpose_b ? -1 : -2) != k) mismatch("inner dimensions differ");
  for (int i = 3; i <= std::min(a.rank(), b.rank()); ++i) {
    if (a.dim(-i) != b.dim(-i) && a.dim(-i) != 1 && b.dim(-i) != 1) mismatch("batch axes do not broadcast");
  }
  const Broadcast batch("matmul", {a.shape().head(a.rank() - 2), b.shape().head(b.rank() - 2)});
  Shape shape = batch.shape();
  shape.append(m);
  shape.append(n);
  Array c(shape);
  const MatrixView left{a.data(), std::max<std::int64_t>(a.dim(-1), 1), options.transpose_a};
  const MatrixView right{b.data(), std::max<std::int64_t>(b.dim(-1), 1), options.transpose_b};
  Scalar* out = c.mutable_data();

  if (b.rank() == 2 && !options.transpose_a) {  // one b for all: the batch is only more rows
    parallel_gemm(batch.shape().size() * m, n, k, left, right, 0, out, n);
  } else if (batch.shape().size() == 1) {
    parallel_gemm(m, n, k, left, right, 0, out, n);
  } else {
    const double cost = 2.0 * static_cast<double>(m * n * k) / 50 + 200;
    batch.for_each_run(cost, [&](std::int64_t at, std::int64_t count, const Broadcast::Offsets& offset) {
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t ia = offset[0] + i * batch.inner_stride(0);
        const std::int64_t ib = offset[1] + i * batch.inner_stride(1);
        serial_gemm(m, n, k, 1, {left.data + ia * m * k, left.stride, left.transposed},
                    {right.data + ib * k * n, right.stride, right.transposed}, 0, out + (at + i) * m * n, n);
      }
    });
  }
  return c;
}

}  // namespace heed
