// Matrix products on OpenBLAS. A product is cut into blocks whose number depends on its size alone; each
// block is one serial product, by OpenBLAS or by a kernel for small ones (small_gemm.hpp), so the result has
// the same bits for any number of threads.
#pragma once

#include "lib/array/array.hpp"
#include "lib/array/parallel.hpp"

namespace heed::inline HEED_PRECISION {

struct GemmOptions {
  bool transpose_a = false;
  bool transpose_b = false;
};

/// The product of the last two axes, c = op(a) op(b): (…, M, K) (…, K, N) -> (…, M, N). The axes before
/// broadcast. Throws ShapeError naming both shapes. Nothing is copied to transpose.
Array gemm(const Array& a, const Array& b, GemmOptions options = {});

/// A matrix inside a buffer: element (i, j) is data[i * stride + j], or data[j * stride + i] if transposed.
struct MatrixView {
  const Scalar* data;
  std::int64_t stride;
  bool transposed = false;

  const Scalar* row(std::int64_t i) const { return transposed ? data + i : data + i * stride; }
  const Scalar* column(std::int64_t j) const { return transposed ? data + j * stride : data + j; }
};

/// c (m, n, row stride ldc) = alpha a b + beta c on the calling thread alone; a is (m, k), b is (k, n).
/// With beta = 0 whatever stood in c is ignored, NaN included.
void serial_gemm(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, MatrixView a, MatrixView b,
                 Scalar beta, Scalar* c, std::int64_t ldc);

/// The same by OpenBLAS, whatever the size; none of m, n, k is 0.
void blas_gemm(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, MatrixView a, MatrixView b,
               Scalar beta, Scalar* c, std::int64_t ldc);

/// How a product (m, k) (k, n) is cut into a grid of blocks of its result. It depends on the size alone.
class GemmPlan {
 public:
  struct Block {
    std::int64_t row, rows, column, columns;
  };
  GemmPlan(std::int64_t m, std::int64_t n, std::int64_t k);
  std::int64_t blocks() const { return blocks_; }
  Block block(std::int64_t index) const;

 private:
  std::int64_t m_, n_, row_step_, column_step_, block_columns_, last_row_, blocks_;
};

struct NothingMore {
  void operator()(const GemmPlan::Block&) const {}
};
/// c = a b + beta c by the team; `finish(block)` is called on each block while it is still in cache (bias,
/// activation).
template <typename Finish = NothingMore>
void parallel_gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b, Scalar beta,
                   Scalar* c, std::int64_t ldc, Finish finish = {}) {
  const GemmPlan plan(m, n, k);
  parallel_chunks(plan.blocks(), [&](std::int64_t index) {
    const GemmPlan::Block block = plan.block(index);
    serial_gemm(block.rows, block.columns, k, 1, {a.row(block.row), a.stride, a.transposed},
                {b.column(block.column), b.stride, b.transposed}, beta, c + block.row * ldc + block.column,
                ldc);
    finish(block);
  });
}

}  // namespace heed
