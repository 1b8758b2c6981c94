// The parts of y = x Wᵀ + b and of its gradients that linear and relu_feed_forward share. Private to
// autograd/ops.
#pragma once

#include <algorithm>

#include "autograd/ops/linear.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/reduce.hpp"

namespace heed::inline HEED_PRECISION {

/// The row stride of a matrix of so many columns; BLAS wants at least 1.
inline std::int64_t stride_of(std::int64_t columns) { return std::max<std::int64_t>(columns, 1); }

/// The bias, onto a block of a product whose rows have `out` columns.
inline void add_bias(const GemmPlan::Block& block, const Scalar* bias, Scalar* y, std::int64_t out) {
  for (std::int64_t r = block.row; r < block.row + block.rows; ++r) {
    Scalar* row = y + r * out;
#pragma omp simd
    for (std::int64_t c = block.column; c < block.column + block.columns; ++c) row[c] += bias[c];
  }
}

/// y = x Wᵀ + b:  x (rows, in), the rows first … first + out of a weight (all, in), bias (out) or null; or,
/// if the weight is stored (in, out), y = x W + b.
inline void affine(std::int64_t rows, std::int64_t out, std::int64_t in, const Scalar* x, const Array& weight,
                   LinearOptions::Stored stored, std::int64_t first, const Scalar* bias, Scalar* y) {
  const bool transposed = stored == LinearOptions::Stored::out_in;
  const MatrixView w{weight.data() + first * in, stride_of(transposed ? in : out), transposed};
  parallel_gemm(rows, out, in, {x, stride_of(in)}, w, 0, y, out, [&](const GemmPlan::Block& block) {
    if (bias != nullptr) add_bias(block, bias, y, out);
  });
}

/// dx += g W:  g (rows, out), W (out, in), or stored (in, out).
inline void add_input_gradient(Gradients& into, std::size_t input, std::int64_t rows, std::int64_t out,
                               std::int64_t in, const Scalar* g, const Scalar* weight,
                               LinearOptions::Stored stored = LinearOptions::Stored::out_in) {
  const bool transposed = stored == LinearOptions::Stored::in_out;
  const auto [dx, fresh] = into.target(input);
  parallel_gemm(rows, in, out, {g, stride_of(out)}, {weight, stride_of(transposed ? out : in), transposed},
                fresh ? 0 : 1, dx.data(), in);
}

/// dW += gᵀ x:  g (rows, out), x (rows, in).
inline void add_weight_gradient(Gradients& into, std::size_t input, std::int64_t rows, std::int64_t out,
                                std::int64_t in, const Scalar* g, const Scalar* x) {
  const auto [dw, fresh] = into.target(input);
  parallel_gemm(out, in, rows, {g, stride_of(out), true}, {x, stride_of(in)}, fresh ? 0 : 1, dw.data(), in);
}

/// db += Σ_rows g.
inline void add_bias_gradient(Gradients& into, std::size_t input, std::int64_t rows, std::int64_t out,
                              const Array& g) {
  into.add(input, sum(g.reshape({rows, out}), {0}));
}

}  // namespace heed
