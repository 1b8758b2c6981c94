// A matrix that many small products have on their right: a recurrent weight, one product a step. It is copied
// once into the order in which small_gemm reads it. Private to the kernels.
#pragma once

#include "lib/array/small_gemm.hpp"

namespace heed::inline HEED_PRECISION {

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
