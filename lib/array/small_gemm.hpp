// A matrix product of our own for small operands. OpenBLAS copies both operands of every call into another
// order, which pays for large products; here the left one is read where it lies. Private to lib: gemm.cpp
// chooses.
#pragma once

#include "lib/array/gemm.hpp"

namespace heed::inline HEED_PRECISION {

/// Fewer rows than this do not pay for turning a transposed b round: they are dot products.
inline constexpr std::int64_t few_rows_below = 12;

/// Whether small_gemm is the faster way (measured: docs/performance.md).
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

}  // namespace heed
