#include "autograd/ops/linear.hpp"

#include "autograd/linear_products.hpp"
#include "autograd/ops/rearrange.hpp"
#include "lib/array/gemm.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

// y = x Wᵀ + b.      dx = g W      dW = gᵀ x      db = Σ_rows g
Variable linear(const Variable& x, const Variable& weight, const Variable& bias, LinearOptions options) {
  const Computing computing("linear");
  const bool in_out = options.stored == LinearOptions::Stored::in_out;
  const int in_axis = in_out ? 0 : 1, out_axis = 1 - in_axis;
  if (x.rank() < 1 || weight.rank() != 2 || x.dim(-1) != weight.dim(in_axis)) {
    const std::int64_t width = x.rank() < 1 ? 1 : x.dim(-1);
    throw_error<ShapeError>("[linear] x {} needs a weight of shape {}, not {}", x.shape(),
                            in_out ? fmt::format("({}, out)", width) : fmt::format("(out, {})", width),
                            weight.shape());
  }
  const std::int64_t in = x.dim(-1), all = weight.dim(out_axis);
  if (bias.defined() && bias.shape() != Shape{all}) {
    throw_error<ShapeError>("[linear] weight {} needs a bias of shape ({},), not {}", weight.shape(), all,
                            bias.shape());
  }
  const std::int64_t first = options.begin, out = (options.end < 0 ? all : options.end) - first;
  if (first < 0 || out < 0 || first + out > all || (in_out && out < all)) {
    throw_error<ShapeError>("[linear] rows {}…{} of a weight of shape {}", first, first + out,
                            weight.shape());
  }
  const std::int64_t rows = x.shape().head(x.rank() - 1).size();
  const Array X = x.value(), W = weight.value();
  Array y(x.shape().with(-1, out));
  affine(rows, out, in, X.data(), W, options.stored, first,
         bias.defined() ? bias.value().data() + first : nullptr, y.mutable_data());

  std::vector<Variable> inputs{x, weight};
  if (bias.defined()) inputs.push_back(bias);
  return record_joint(
      "linear", std::move(y), inputs, [=, has_bias = bias.defined()](const Array& g, Gradients& into) {
        const bool whole = out == all;  // else the gradient of the other rows stays as it is
        if (into.needs(0))
          add_input_gradient(into, 0, rows, out, in, g.data(), W.data() + first * in, options.stored);
        if (into.needs(1) && in_out) {
          add_weight_gradient(into, 1, rows, in, out, X.data(), g.data());
        } else if (into.needs(1)) {
          const Gradients::Target dw = into.target(1);
          if (!whole) dw.zeroed();
          parallel_gemm(out, in, rows, {g.data(), stride_of(out), true}, {X.data(), stride_of(in)},
                        whole && dw.fresh ? 0 : 1, dw.memory.data() + first * in, in);
        }
        if (has_bias && into.needs(2)) {
          const Array db = sum(g.reshape({rows, out}), {0});
          Scalar* into_bias = into.target(2).zeroed() + first;
          for (std::int64_t i = 0; i < out; ++i) into_bias[i] += db.data()[i];
        }
      });
}

// y = a b.      da = g bᵀ      db = aᵀ g
Variable matmul(const Variable& a, const Variable& b) {
  const Computing computing("matmul");
  if (a.rank() == 0 || b.rank() == 0) {
    throw_error<ShapeError>("[matmul] needs at least one axis each: {} @ {}", a.shape(), b.shape());
  }
  if (a.dim(-1) != b.dim(b.rank() == 1 ? 0 : -2)) {
    throw_error<ShapeError>("[matmul] inner dimensions differ: {} @ {}", a.shape(), b.shape());
  }
  if (a.rank() == 1) {
    const Variable y = matmul(reshape(a, {1, a.size()}), b.rank() == 1 ? reshape(b, {b.size(), 1}) : b);
    return b.rank() == 1 ? reshape(y, Shape{}) : reshape(y, y.shape().without_axis(y.rank() - 2));
  }
  if (b.rank() == 1) {
    const Variable y = matmul(a, reshape(b, {b.size(), 1}));
    return reshape(y, y.shape().without_axis(y.rank() - 1));
  }
  const Array A = a.value(), B = b.value();
  return record(
      "matmul", gemm(A, B),
      {{a, [B](const Array& g) { return gemm(g, B, {.transpose_b = true}); }},
       {b, [A, shared = b.rank() == 2](const Array& g) {
          if (!shared || A.rank() == 2) return gemm(A, g, {.transpose_a = true});
          // one b for the whole batch: its rows are one long product, no gradient for each
          const std::int64_t rows = A.shape().head(A.rank() - 1).size();
          return gemm(A.reshape({rows, A.dim(-1)}), g.reshape({rows, g.dim(-1)}), {.transpose_a = true});
        }}});
}

}  // namespace heed
