// A matrix product of our own for small operands. OpenBLAS copies both operands of every call into another
// order, which pays for large products; here the left one is read where it lies. Private to lib: gemm.cpp
// chooses.
#pragma once

#include "lib/array/gemm.hpp"

namespace heed::inline HEED_PRECISION {

/// Fewer rows than this do not pay for turning a transposed b round: they are dot products.
inline constexpr std::int64_t few_rows_below = 12;

/// Says if small_gemm is the faster way (measured: docs/performance.md).
bool small_gemm_pays(std::int64_t m, std::int64_t n, std::int64_t k, const MatrixView& a,
                     const MatrixView& b);

/// c (m, n, row stride ldc) = alpha a b + beta c on the calling thread: a is (m, k), b is (k, n). Each
/// element is summed over k in the same order, whatever m >= few_rows_below and n are: so blocks of a product
/// have the bits of the whole (OpenBLAS, which computes large ones, promises no such thing). With fewer rows
/// and a transposed b it is a row of dot products.
void small_gemm(std::int64_t m, std::int64_t n, std::int64_t k, Scalar alpha, MatrixView a, MatrixView b,
                Scalar beta, Scalar* c, std::int64_t ldc);

/// Columns of b that a panel has: those that a tile of the result needs.
std::int64_t panel_width();

/// to[p * pitch + j] = from[j * stride + p] for k rows p of n columns j, which are filled up with zeros to
/// `pitch`, a multiple of the vector length: in squares of one vector's side.
void copy_transposed(const Scalar* from, std::int64_t stride, std::int64_t k, std::int64_t n, Scalar* to,
                     std::int64_t pitch);

/// k rows of n numbers, row p from `from` + p * stride to `to` + p * pitch, filled up with zeros to whole
/// vectors.
void copy_rows(const Scalar* from, std::int64_t stride, std::int64_t k, std::int64_t n, Scalar* to,
               std::int64_t pitch);

/// A matrix that many small products have on their right: a recurrent weight, one product a step. It is
/// copied once into the order in which small_gemm reads it.
class PackedMatrix {
 public:
  /// b is (k, n).
  PackedMatrix(MatrixView b, std::int64_t k, std::int64_t n);

  /// c (m, n, row stride n) = a b + beta c on the calling thread: a is (m, k), row stride k. An element has
  /// the same bits whatever m is.
  void multiply(std::int64_t m, const Scalar* a, Scalar beta, Scalar* c) const;

 private:
  std::int64_t k_, n_;
  Array panels_;  // panel_width() columns at a time, (k, width)
};

}  // namespace heed
