#include <algorithm>

#include "autograd/ops/attention_call.hpp"

#include "autograd/no_grad.hpp"
#include "lib/array/blockwise_attention.hpp"
#include "lib/array/dense_attention.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The same places in another array, from `data` on; nowhere if it is null.
template <typename T>
HeadsView<T> moved(const HeadsView<const Scalar>& view, T* data) {
  return {data, view.batch, view.head, view.row};
}

/// The gradient of query, key or value is written into the array of operand `owner`, from `offset` on.
/// Disjoint columns of one variable share an array; the same columns used twice need one each, to be added up
/// by the sweep.
struct GradientPlace {
  std::size_t owner;
  std::int64_t offset;
  Shape shape;   // of the operand's array
  bool covered;  // whether those that share the array write all of it
};

std::array<GradientPlace, 3> gradient_places(const AttentionCall& call) {
  const AttentionShape& s = call.s;
  const std::int64_t widths[] = {s.heads * s.key_dim, s.heads * s.key_dim, s.heads * s.value_dim};
  const std::int64_t rows[] = {s.batch * s.queries, s.batch * s.keys, s.batch * s.keys};
  const auto disjoint = [&](std::size_t i, std::size_t j) {
    const Heads &a = call.in[i], &b = call.in[j];
    return a.x.same_as(b.x) && (a.offset + widths[i] <= b.offset || b.offset + widths[j] <= a.offset);
  };
  std::array<std::size_t, 3> owner{0, disjoint(1, 0) ? std::size_t{0} : 1, 2};
  if (disjoint(2, 0) && (owner[1] == 1 || disjoint(2, 1))) {
    owner[2] = 0;
  } else if (disjoint(2, 1) && owner[1] == 1) {
    owner[2] = 1;
  }
  std::array<std::int64_t, 3> written{};
  for (std::size_t i = 0; i < 3; ++i) written[owner[i]] += rows[i] * widths[i];
  std::array<GradientPlace, 3> places;
  for (std::size_t i = 0; i < 3; ++i) {
    const Variable& x = call.in[i].x;
    places[i] = {owner[i], call.in[i].offset, x.shape(), written[i] == x.size()};
  }
  return places;
}

/// Forward leaves this for backward: the weights, or two numbers a query, or one.
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

/// The parameters beside query, key and value. Their gradients are computed for each batch and head; the
/// sweep sums them up.
constexpr struct {
  Array AttentionRule::*value;
  Variable AttentionOptions::*input;
  Scalar* AttentionGradients::*gradient;
} learned_terms[] = {
    {&AttentionRule::distance_bias, &AttentionOptions::distance_bias, &AttentionGradients::distance_bias},
    {&AttentionRule::relative_key, &AttentionOptions::relative_key, &AttentionGradients::relative_key},
    {&AttentionRule::relative_value, &AttentionOptions::relative_value, &AttentionGradients::relative_value}};

/// All that backward needs; the formulas of the gradients stand at each kernel:
/// lib/array/dense_attention.hpp, blockwise_attention.hpp, linear_attention.hpp and attention_rule.hpp.
/// Here gradients only get their memory.
struct AttentionBackward {
  AttentionKernel kernel;
  AttentionShape s;
  AttentionRule rule;
  AttentionInputs memory;
  HeadsView<const Scalar> out_view;
  std::array<GradientPlace, 3> places;
  std::array<Array, 3> values;  // which `memory` is of
  Array kept, out;              // of the dense kernel no out

  void operator()(const Array& g, Gradients& into) const {
    AttentionGradients to;
    std::array<Array, 3> gradients;
    const HeadsView<const Scalar>* const from[] = {&memory.query, &memory.key, &memory.value};
    HeadsView<Scalar>* const goal[] = {&to.query, &to.key, &to.value};
    for (std::size_t i = 0; i < 3; ++i) {
      const GradientPlace& own = places[places[i].owner];
      Array& gradient = gradients[places[i].owner];
      // Columns and rows that no operand covers get no gradient: 0.
      if (!gradient.defined()) gradient = own.covered ? Array(own.shape) : Array::zeros(own.shape);
      *goal[i] = moved(*from[i], gradient.mutable_data() + places[i].offset);
    }
    std::vector<Array> terms;
    for (const auto& term : learned_terms) {
      if (!(rule.*term.value).defined()) continue;
      Shape each{s.batch};
      if (term.value != &AttentionRule::distance_bias) each.append(s.heads);  // which that has itself
      for (const std::int64_t dim : (rule.*term.value).shape()) each.append(dim);
      to.*term.gradient = terms.emplace_back(Array::zeros(each)).mutable_data();
    }
    run_backward(kernel, s, memory, rule, moved(out_view, out.data()), kept.data(), moved(out_view, g.data()),
                 to);
    for (std::size_t i = 0; i < 3; ++i) {
      if (gradients[i].defined()) into.add(i, std::move(gradients[i]));
    }
    for (std::size_t i = 0; i < terms.size(); ++i) into.add(3 + i, terms[i]);
  }
};

/// The op itself.
Variable attend(const AttentionCall& call, const AttentionOptions& options) {
  const Computing computing("attention");
  const AttentionShape& s = call.s;
  const AttentionKernel kernel = call.kernel(options);
  const AttentionRule rule = call.rule(options);
  std::vector<Variable> inputs{call.in[0].x, call.in[1].x, call.in[2].x};
  for (const auto& term : learned_terms) {
    if ((options.*term.input).defined()) inputs.push_back(options.*term.input);
  }
  const bool differentiable =
      grad_enabled() &&
      std::any_of(inputs.begin(), inputs.end(), [](const Variable& x) { return x.requires_grad(); });
  Array y(call.out);
  const HeadsView<Scalar> out = moved(call.out_view, y.mutable_data());
  if (options.linear_state != nullptr) {
    if (differentiable)
      throw_error<UsageError>("[attention] no gradient goes through a linear state: decode under NoGrad");
    linear_attention_extend(s, call.memory, rule.mask, *options.linear_state, out);
    return Variable(y);
  }
  Array kept;
  if (differentiable || options.weights != nullptr) kept = Array(kept_shape(kernel, s));
  run_forward(kernel, s, call.memory, rule, out, kept.defined() ? kept.mutable_data() : nullptr);
  if (options.weights != nullptr) *options.weights = slice(kept, -1, 0, s.keys);
  return record_joint("attention", y, inputs,
                      AttentionBackward{kernel,
                                        s,
                                        rule,
                                        call.memory,
                                        call.out_view,
                                        gradient_places(call),
                                        {inputs[0].value(), inputs[1].value(), inputs[2].value()},
                                        kept,
                                        kernel == AttentionKernel::dense ? Array() : y});
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
