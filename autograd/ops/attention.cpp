#include <algorithm>

#include "autograd/ops/attention_operands.hpp"

#include "autograd/no_grad.hpp"
#include "lib/array/blockwise_attention.hpp"
#include "lib/array/dense_attention.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The same places in another array.
template <typename T>
HeadsView<T> moved(const HeadsView<const Scalar>& view, std::int64_t offset, T* data) {
  return {data == nullptr ? nullptr : data + offset, view.batch, view.head, view.row};
}

/// owner[i]: the operand in whose gradient array operand i writes. Disjoint columns of one variable share an
/// array; the same columns used twice need one each, to be added up by the sweep.
std::array<std::size_t, 3> gradient_owners(const Operands& in, const AttentionShape& s) {
  const std::int64_t widths[3] = {s.heads * s.key_dim, s.heads * s.key_dim, s.heads * s.value_dim};
  std::array<std::size_t, 3> owner{0, 1, 2};
  const auto shares = [&](std::size_t i, std::size_t j) {
    return in[i].x.same_as(in[j].x) &&
           (in[i].offset() + widths[i] <= in[j].offset() || in[j].offset() + widths[j] <= in[i].offset());
  };
  if (shares(1, 0)) owner[1] = 0;
  if (shares(2, 0) && shares(2, 1)) {
    owner[2] = 0;
  } else if (shares(2, 1) && owner[1] == 1) {
    owner[2] = 1;
  }
  return owner;
}

/// Whether the operands that write into a gradient array write all of it.
std::array<bool, 3> covered_arrays(const Operands& in, const std::array<std::size_t, 3>& owner,
                                   const AttentionShape& s) {
  const std::int64_t sizes[3] = {s.queries * s.key_dim, s.keys * s.key_dim, s.keys * s.value_dim};
  std::array<std::int64_t, 3> written{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (in[i].x.requires_grad()) written[owner[i]] += s.batch * s.heads * sizes[i];
  }
  std::array<bool, 3> covered{};
  for (std::size_t i = 0; i < 3; ++i) covered[i] = written[i] == in[i].x.size();
  return covered;
}

/// What forward leaves for backward: the weights, or two numbers a query, or one.
Shape kept_shape(AttentionKernel kernel, const AttentionShape& s) {
  if (kernel == AttentionKernel::linear) return {s.batch, s.heads, s.queries};
  return {s.batch, s.heads, s.queries, kernel == AttentionKernel::blockwise ? 2 : attention_pitch(s.keys)};
}

void run_forward(AttentionKernel kernel, const AttentionShape& s, const AttentionInputs& in,
                 const AttentionRule& rule, const HeadsView<Scalar>& out, Scalar* kept) {
  if (kernel == AttentionKernel::linear) return linear_attention_forward(s, in, rule.mask, out, kept);
  if (kernel == AttentionKernel::blockwise) return blockwise_attention_forward(s, in, rule, out, kept);
  dense_attention_forward(s, in, rule, out, kept);
}

void run_backward(AttentionKernel kernel, const AttentionShape& s, const AttentionInputs& in,
                  const AttentionRule& rule, const HeadsView<const Scalar>& out, const Scalar* kept,
                  const HeadsView<const Scalar>& g, const AttentionGradients& to) {
  if (kernel == AttentionKernel::linear) return linear_attention_backward(s, in, rule.mask, out, kept, g, to);
  if (kernel == AttentionKernel::blockwise)
    return blockwise_attention_backward(s, in, rule, out, kept, g, to);
  dense_attention_backward(s, in, rule, kept, g, to);
}

/// What is learned beside query, key and value: its gradient is computed for each batch and head, and summed
/// up.
struct LearnedTerm {
  Variable x;
  Shape each;  // (B, H, …)
  Scalar* AttentionGradients::*place;
};

std::vector<LearnedTerm> learned_terms(const AttentionOptions& o, const AttentionShape& s) {
  std::vector<LearnedTerm> terms;
  const auto add = [&](const Variable& x, const Shape& each, Scalar* AttentionGradients::*place) {
    if (x.defined()) terms.push_back({x, each, place});
  };
  const auto table = [&](const Variable& x) {
    return x.defined() ? Shape{s.batch, s.heads, x.dim(0), x.dim(1)} : Shape{};
  };
  add(o.distance_bias, {s.batch, s.heads, s.distances()}, &AttentionGradients::distance_bias);
  add(o.relative_key, table(o.relative_key), &AttentionGradients::relative_key);
  add(o.relative_value, table(o.relative_value), &AttentionGradients::relative_value);
  return terms;
}

/// The op itself. The formulas of the gradients stand at each kernel: lib/array/dense_attention.hpp,
/// blockwise_attention.hpp, linear_attention.hpp and relative_positions.hpp. Here gradients only get their
/// memory.
Variable attend(const AttentionCall& call, const AttentionOptions& options) {
  const Computing computing("attention");
  const auto& [in, s, out_shape, out_view] = call;
  const AttentionKernel kernel = call.kernel(options);
  const AttentionRule rule = call.rule(options);
  const AttentionInputs views{in[0].view, in[1].view, in[2].view};
  std::vector<Variable> inputs{in[0].x, in[1].x, in[2].x};
  std::vector<std::pair<Shape, Scalar * AttentionGradients::*>> learned;
  for (const LearnedTerm& term : learned_terms(options, s)) {
    inputs.push_back(term.x);
    learned.emplace_back(term.each, term.place);
  }
  const bool differentiable =
      grad_enabled() &&
      std::any_of(inputs.begin(), inputs.end(), [](const Variable& x) { return x.requires_grad(); });
  Array y(out_shape);
  if (options.linear_state != nullptr) {
    if (differentiable)
      throw_error<UsageError>("[attention] no gradient goes through a linear state: decode under NoGrad");
    linear_attention_extend(s, views, rule.mask, *options.linear_state, moved(out_view, 0, y.mutable_data()));
    return Variable(y);
  }
  Array kept;
  if (differentiable || options.weights != nullptr) kept = Array(kept_shape(kernel, s));
  run_forward(kernel, s, views, rule, moved(out_view, 0, y.mutable_data()),
              kept.defined() ? kept.mutable_data() : nullptr);
  if (options.weights != nullptr) *options.weights = slice(kept, -1, 0, s.keys);

  const std::array<std::size_t, 3> owner = gradient_owners(in, s);
  return record_joint(
      "attention", y, inputs,
      [shape = s, view = out_view, kernel, rule, views, learned, kept, owner,
       covered = covered_arrays(in, owner, s),
       values = std::array{in[0].x.value(), in[1].x.value(), in[2].x.value()},
       offsets = std::array{in[0].offset(), in[1].offset(), in[2].offset()},
       out = kernel == AttentionKernel::dense ? Array() : y](const Array& g, Gradients& into) {
        std::array<Array, 3> gradients;
        std::array<Scalar*, 3> data{};
        for (std::size_t i = 0; i < 3; ++i) {
          if (!into.needs(static_cast<int>(i))) continue;
          Array& gradient = gradients[owner[i]];
          if (!gradient.defined()) {
            gradient = Array(values[i].shape());
            // columns and rows that no operand covers get no gradient: 0
            if (!covered[owner[i]]) std::fill_n(gradient.mutable_data(), gradient.size(), Scalar{0});
          }
          data[i] = gradient.mutable_data();
        }
        AttentionGradients to{moved(views.query, offsets[0], data[0]), moved(views.key, offsets[1], data[1]),
                              moved(views.value, offsets[2], data[2])};
        std::vector<Array> terms(learned.size());
        for (std::size_t i = 0; i < learned.size(); ++i) {
          if (!into.needs(static_cast<int>(3 + i))) continue;
          terms[i] = Array(learned[i].first);
          to.*learned[i].second = terms[i].mutable_data();
        }
        run_backward(kernel, shape, views, rule, moved(view, 0, out.defined() ? out.data() : nullptr),
                     kept.data(), moved(view, 0, g.data()), to);
        for (std::size_t i = 0; i < 3; ++i) {
          if (gradients[i].defined()) into.add(static_cast<int>(i), std::move(gradients[i]));
        }
        for (std::size_t i = 0; i < learned.size(); ++i) {
          const Shape& each = learned[i].first;  // the bias has a row for each head, the tables have none
          if (terms[i].defined())
            into.add(static_cast<int>(3 + i),
                     sum_to(terms[i], each.rank() == 3 ? Shape{each[1], each[2]} : Shape{each[2], each[3]}));
        }
      });
}

}  // namespace

Variable scaled_dot_product_attention(const Variable& query, const Variable& key, const Variable& value,
                                      AttentionOptions options) {
  return attend({query, key, value}, options);
}

Variable multi_head_attention(const Heads& query, const Heads& key, const Heads& value, std::int64_t heads,
                              std::int64_t head_dim, AttentionOptions options) {
  return attend({query, key, value, heads, head_dim}, options);
}

}  // namespace heed
