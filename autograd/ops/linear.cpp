#include "autograd/ops/linear.hpp"

#include "autograd/linear_products.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

// y = x W + b.      dx = g Wᵀ      dW = xᵀ g      db = Σ_rows g
Variable linear_in_out(const Variable& x, const Variable& weight, const Variable& bias) {
  if (x.rank() < 1 || weight.rank() != 2 || x.dim(-1) != weight.dim(0)) {
    throw_error<ShapeError>("[linear] x {} needs a weight of shape ({}, out), not {}", x.shape(),
                            x.rank() < 1 ? 1 : x.dim(-1), weight.shape());
  }
  const std::int64_t in = weight.dim(0), out = weight.dim(1);
  if (bias.defined() && bias.shape() != Shape{out}) {
    throw_error<ShapeError>("[linear] weight {} needs a bias of shape ({},), not {}", weight.shape(), out,
                            bias.shape());
  }
  const std::int64_t rows = x.shape().head(x.rank() - 1).size();
  const Array X = x.value(), W = weight.value();
  Array y(x.shape().with(-1, out));
  affine(rows, out, in, X.data(), W, LinearOptions::Stored::in_out, 0,
         bias.defined() ? bias.value().data() : nullptr, y.mutable_data());
  std::vector<Variable> inputs{x, weight};
  if (bias.defined()) inputs.push_back(bias);
  return record_joint("linear", std::move(y), inputs,
                      [=, has_bias = bias.defined()](const Array& g, Gradients& into) {
                        if (into.needs(0)) {
                          const auto [dx, fresh] = into.target(0);
                          parallel_gemm(rows, in, out, {g.data(), stride_of(out)},
                                        {W.data(), stride_of(out), true}, fresh ? 0 : 1, dx.data(), in);
                        }
                        if (into.needs(1)) add_weight_gradient(into, 1, rows, in, out, X.data(), g.data());
                        if (has_bias && into.needs(2)) add_bias_gradient(into, 2, rows, out, g);
                      });
}

}  // namespace

// y = x Wᵀ + b.      dx = g W      dW = gᵀ x      db = Σ_rows g
Variable linear(const Variable& x, const Variable& weight, const Variable& bias, LinearOptions options) {
  const Computing computing("linear");
  if (options.stored == LinearOptions::Stored::in_out) return linear_in_out(x, weight, bias);
  if (x.rank() < 1 || weight.rank() != 2 || x.dim(-1) != weight.dim(1)) {
    throw_error<ShapeError>("[linear] x {} needs a weight of shape (out, {}), not {}", x.shape(),
                            x.rank() < 1 ? 1 : x.dim(-1), weight.shape());
  }
  if (bias.defined() && bias.shape() != Shape{weight.dim(0)}) {
    throw_error<ShapeError>("[linear] weight {} needs a bias of shape ({},), not {}", weight.shape(),
                            weight.dim(0), bias.shape());
  }
  const std::int64_t first = options.begin;
  const std::int64_t out = (options.end < 0 ? weight.dim(0) : options.end) - first;
  if (first < 0 || out < 0 || first + out > weight.dim(0)) {
    throw_error<ShapeError>("[linear] rows {}…{} of a weight of shape {}", first, first + out,
                            weight.shape());
  }
  const std::int64_t in = x.dim(-1);
  const std::int64_t rows = x.shape().head(x.rank() - 1).size();
  const Array X = x.value(), W = weight.value();

  Array y(x.shape().with(-1, out));
  const std::int64_t stride = stride_of(in);
  affine(rows, out, in, X.data(), W, options.stored, first,
         bias.defined() ? bias.value().data() + first : nullptr, y.mutable_data());

  std::vector<Variable> inputs{x, weight};
  if (bias.defined()) inputs.push_back(bias);
  return record_joint("linear", std::move(y), inputs,
                      [=, has_bias = bias.defined()](const Array& g, Gradients& into) {
                        if (into.needs(0))
                          add_input_gradient(into, 0, rows, out, in, g.data(), W.data() + first * in);
                        if (into.needs(1)) {
                          const Gradients::Target dw = into.target(1);
                          const bool all = out == W.dim(0);
                          if (!all) dw.zeroed();  // the other rows stay as they are
                          parallel_gemm(out, in, rows, {g.data(), stride_of(out), true}, {X.data(), stride},
                                        all && dw.fresh ? 0 : 1, dw.memory.data() + first * in, in);
                        }
                        if (has_bias && into.needs(2)) {
                          const Array db = sum(g.reshape({rows, out}), {0});
                          Scalar* into_bias = into.target(2).zeroed() + first;
                          for (std::int64_t i = 0; i < out; ++i) into_bias[i] += db.data()[i];
                        }
                      });
}

}  // namespace heed
