#include "autograd/ops/feed_forward.hpp"

#include <algorithm>

#include "autograd/dropout_stream.hpp"
#include "autograd/linear_products.hpp"
#include "lib/array/gemm.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

void check(const Variable& x, const Variable& w1, const Variable& b1, const Variable& w2,
           const Variable& b2) {
  if (x.rank() < 1 || w1.rank() != 2 || w2.rank() != 2 || w1.dim(1) != x.dim(-1) || w2.dim(1) != w1.dim(0) ||
      b1.shape() != Shape{w1.dim(0)} || b2.shape() != Shape{w2.dim(0)}) {
    throw_error<ShapeError>(
        "[relu_feed_forward] x {} with weights {} and {}, biases {} and {}: needs (F, C), (C', F), (F,), "
        "(C',) for x (…, C)",
        x.shape(), w1.shape(), w2.shape(), b1.shape(), b2.shape());
  }
}

}  // namespace

// h = D ∘ relu(x W₁ᵀ + b₁), y = h W₂ᵀ + b₂.      dh = g W₂      da = dh ∘ D ∘ [h > 0]      dx = da W₁
Variable relu_feed_forward(const Variable& x, const Variable& weight1, const Variable& bias1,
                           const Variable& weight2, const Variable& bias2, FeedForwardOptions options) {
  const Computing computing("relu_feed_forward");
  check(x, weight1, bias1, weight2, bias2);
  const std::int64_t in = x.dim(-1), hidden = weight1.dim(0), out = weight2.dim(0);
  const std::int64_t rows = x.shape().head(x.rank() - 1).size();
  const double p = options.dropout;
  const RandomStream stream = dropout_stream("relu_feed_forward", p, options.rng);
  const Array X = x.value(), W1 = weight1.value(), W2 = weight2.value();

  Array h({rows, hidden});
  Scalar* H = h.mutable_data();
  const Scalar *b1 = bias1.value().data(), *b2 = bias2.value().data();
  parallel_gemm(rows, hidden, in, {X.data(), stride_of(in)}, {W1.data(), stride_of(in), true}, 0, H, hidden,
                [&](const GemmPlan::Block& block) {
                  for (std::int64_t r = block.row; r < block.row + block.rows; ++r) {
                    Scalar* row = H + r * hidden + block.column;
                    const Scalar* bias = b1 + block.column;
#pragma omp simd
                    for (std::int64_t c = 0; c < block.columns; ++c) {
                      const Scalar a = row[c] + bias[c];
                      row[c] = a < 0 ? Scalar{0} : a;
                    }
                    if (p > 0)
                      multiply_by_dropout(stream, p, r * hidden + block.column, block.columns, row, row);
                  }
                });
  Array y(x.shape().with(-1, out));
  affine(rows, out, hidden, H, W2, LinearOptions::Stored::out_in, 0, b2, y.mutable_data());

  return record_joint("relu_feed_forward", std::move(y), {x, weight1, bias1, weight2, bias2},
                      [=](const Array& g, Gradients& into) {
                        if (into.needs(3))
                          add_weight_gradient(into, 3, rows, out, hidden, g.data(), h.data());
                        if (into.needs(4)) add_bias_gradient(into, 4, rows, out, g);
                        if (!into.needs(0) && !into.needs(1) && !into.needs(2)) return;
                        Array da({rows, hidden});
                        Scalar* d = da.mutable_data();
                        const Scalar* kept = h.data();
                        // h > 0 where relu let through and dropout kept: no mask is made again
                        const auto keep = dropout_scale(p);
                        parallel_gemm(rows, hidden, out, {g.data(), stride_of(out)},
                                      {W2.data(), stride_of(hidden)}, 0, d, hidden,
                                      [&](const GemmPlan::Block& block) {
                                        for (std::int64_t r = block.row; r < block.row + block.rows; ++r) {
                                          Scalar* row = d + r * hidden + block.column;
                                          const Scalar* passed = kept + r * hidden + block.column;
#pragma omp simd
                                          for (std::int64_t c = 0; c < block.columns; ++c) {
                                            const Scalar through = keep * row[c];
                                            row[c] = passed[c] > 0 ? through : Scalar{0};
                                          }
                                        }
                                      });
                        if (into.needs(1)) add_weight_gradient(into, 1, rows, hidden, in, d, X.data());
                        if (into.needs(2)) add_bias_gradient(into, 2, rows, hidden, da);
                        if (into.needs(0)) add_input_gradient(into, 0, rows, hidden, in, d, W1.data());
                      });
}

}  // namespace heed
