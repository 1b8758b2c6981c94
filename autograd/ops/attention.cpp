#include "autograd/ops/attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lib/array/blockwise_attention.hpp"
#include "lib/array/dense_attention.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed {
namespace {

/// Where the heads of one operand lie in an array.
struct Layout {
  std::int64_t offset, batch, head, row;

  template <typename T>
  HeadsView<T> view(T* data) const {
    return {data == nullptr ? nullptr : data + offset, batch, head, row};
  }
};

/// From so many queries and keys on the blockwise kernel was measured to be the faster one
/// (benchmarks/ops.cpp: dense_attention and blockwise_attention).
constexpr std::int64_t blockwise_from = 512;

bool blockwise(const AttentionOptions& options, const AttentionShape& s) {
  if (options.kernel == AttentionKernel::blockwise && options.weights != nullptr)
    throw_error<UsageError>("[attention] the blockwise kernel has no weights to look at: take the dense one");
  if (options.kernel != AttentionKernel::automatic) return options.kernel == AttentionKernel::blockwise;
  return options.weights == nullptr && s.queries >= blockwise_from && s.keys >= blockwise_from;
}

AttentionRule make_rule(const AttentionOptions& options, const AttentionShape& s) {
  if (!(options.dropout >= 0 && options.dropout < 1))
    throw_error<UsageError>("[attention] dropout {}: must be at least 0 and below 1", options.dropout);
  if (options.dropout > 0 && options.rng == nullptr)
    throw_error<UsageError>("[attention] dropout {} needs a random generator: set .rng", options.dropout);
  options.mask.check("attention", s.batch, s.heads, s.queries, s.keys);
  AttentionRule rule{.mask = options.mask, .dropout = options.dropout, .bias = options.bias};
  rule.scale =
      static_cast<Scalar>(options.scale != 0 ? options.scale : 1 / std::sqrt(static_cast<double>(s.key_dim)));
  if (options.dropout > 0) rule.stream = options.rng->next();
  if (options.distance_bias.defined()) {
    rule.distance_bias = options.distance_bias.value();
    if (const Shape wanted{s.heads, s.distances()}; rule.distance_bias.shape() != wanted) {
      throw_error<ShapeError>("[attention] a distance bias {}: {} heads, {} queries and {} keys need {}",
                              rule.distance_bias.shape(), s.heads, s.queries, s.keys, wanted);
    }
  }
  if (rule.bias.defined()) {
    const Shape scores{s.batch, s.heads, s.queries, s.keys};
    bool fits = rule.bias.rank() <= 4;
    for (int axis = -std::min(rule.bias.rank(), 4); axis < 0; ++axis)
      fits = fits && (rule.bias.dim(axis) == 1 || rule.bias.dim(axis) == scores[4 + axis]);
    if (!fits)
      throw_error<ShapeError>("[attention] a bias {} does not fit scores of shape (B, H, Tq, Tk) = {}",
                              rule.bias.shape(), scores);
  }
  return rule;
}

/// owner[i]: the operand in whose gradient array operand i writes. Disjoint columns of one variable share an
/// array; the same columns used twice need one each, to be added up by the sweep.
std::array<std::size_t, 3> gradient_owners(const Variable (&inputs)[3], const Layout (&layout)[3],
                                           const AttentionShape& s) {
  const std::int64_t widths[3] = {s.heads * s.key_dim, s.heads * s.key_dim, s.heads * s.value_dim};
  std::array<std::size_t, 3> owner{0, 1, 2};
  for (std::size_t i = 1; i < 3; ++i) {
    bool disjoint = inputs[i].same_as(inputs[0]);
    for (std::size_t j = 0; j < i; ++j) {
      disjoint = disjoint && (layout[i].offset + widths[i] <= layout[j].offset ||
                              layout[j].offset + widths[j] <= layout[i].offset);
    }
    if (disjoint) {
      owner[i] = 0;
    } else if (i == 2 && inputs[2].same_as(inputs[1]) &&
               (layout[2].offset >= layout[1].offset + widths[1] ||
                layout[1].offset >= layout[2].offset + widths[2])) {
      owner[2] = owner[1] == 1 ? 1 : 2;
    }
  }
  return owner;
}

/// Whether the operands that write into a gradient array write all of it.
std::array<bool, 3> covered_arrays(const Variable (&inputs)[3], const std::array<std::size_t, 3>& owner,
                                   const AttentionShape& s) {
  const std::int64_t sizes[3] = {s.queries * s.key_dim, s.keys * s.key_dim, s.keys * s.value_dim};
  std::array<std::int64_t, 3> written{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (inputs[i].requires_grad()) written[owner[i]] += s.batch * s.heads * sizes[i];
  }
  std::array<bool, 3> covered{};
  for (std::size_t i = 0; i < 3; ++i) covered[i] = written[i] == inputs[i].size();
  return covered;
}

/// The op itself for any layout; query, key and value may be one variable.
Variable attend(const Variable (&inputs)[3], const Layout (&layout)[3], const AttentionShape& s,
                const Shape& out_shape, const Layout& out_layout, const AttentionOptions& options) {
  const Computing computing("attention");
  const AttentionRule rule = make_rule(options, s);
  const bool by_blocks = blockwise(options, s);
  std::vector<Variable> operands(inputs, inputs + 3);
  if (options.distance_bias.defined()) operands.push_back(options.distance_bias);
  const bool differentiable =
      grad_enabled() &&
      std::any_of(operands.begin(), operands.end(), [](const Variable& x) { return x.requires_grad(); });
  const std::array<Array, 3> values{inputs[0].value(), inputs[1].value(), inputs[2].value()};
  const AttentionInputs in{layout[0].view(values[0].data()), layout[1].view(values[1].data()),
                           layout[2].view(values[2].data())};
  // What backward needs of the weights: all of them, or two numbers a query.
  Array kept;
  if (by_blocks && differentiable) kept = Array({s.batch, s.heads, s.queries, 2});
  if (!by_blocks && (differentiable || options.weights != nullptr))
    kept = Array({s.batch, s.heads, s.queries, attention_pitch(s.keys)});
  Array y(out_shape);
  const auto forward = by_blocks ? blockwise_attention_forward : dense_attention_forward;
  forward(s, in, rule, out_layout.view(y.mutable_data()), kept.defined() ? kept.mutable_data() : nullptr);
  if (options.weights != nullptr) *options.weights = slice(kept, -1, 0, s.keys);

  const std::array<std::size_t, 3> owner = gradient_owners(inputs, layout, s);
  return record_joint(
      "attention", y, operands,
      [=, covered = covered_arrays(inputs, owner, s), layouts = std::array{layout[0], layout[1], layout[2]},
       out = by_blocks ? y : Array()](const Array& g, Gradients& into) {
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
        AttentionGradients to{layouts[0].view(data[0]), layouts[1].view(data[1]), layouts[2].view(data[2])};
        Array distances;  // of each batch
        if (rule.distance_bias.defined() && into.needs(3)) {
          distances = Array({s.batch, s.heads, s.distances()});
          to.distance_bias = distances.mutable_data();
        }
        if (by_blocks) {
          blockwise_attention_backward(s, in, rule, out_layout.view(out.data()), kept.data(),
                                       out_layout.view(g.data()), to);
        } else {
          dense_attention_backward(s, in, rule, kept.data(), out_layout.view(g.data()), to);
        }
        for (std::size_t i = 0; i < 3; ++i) {
          if (gradients[i].defined()) into.add(static_cast<int>(i), std::move(gradients[i]));
        }
        if (distances.defined()) into.add(3, sum_to(distances, rule.distance_bias.shape()));
      });
}

}  // namespace

Variable scaled_dot_product_attention(const Variable& query, const Variable& key, const Variable& value,
                                      AttentionOptions options) {
  const auto mismatch = [&](const char* what) {
    throw_error<ShapeError>("[attention] {}: query {}, key {}, value {}", what, query.shape(), key.shape(),
                            value.shape());
  };
  if (query.rank() < 2 || query.rank() > 4 || key.rank() != query.rank() || value.rank() != query.rank())
    mismatch("all three need 2, 3 or 4 axes");
  if (key.dim(-1) != query.dim(-1)) mismatch("query and key have different last axes");
  if (value.dim(-2) != key.dim(-2)) mismatch("there is not one value for each key");
  const int leading = query.rank() - 2;
  if (key.shape().head(leading) != query.shape().head(leading) ||
      value.shape().head(leading) != query.shape().head(leading)) {
    mismatch("the axes before the last two differ");
  }
  const AttentionShape s{.batch = leading > 0 ? query.shape()[0] : 1,
                         .heads = leading > 1 ? query.shape()[1] : 1,
                         .queries = query.dim(-2),
                         .keys = key.dim(-2),
                         .key_dim = query.dim(-1),
                         .value_dim = value.dim(-1)};
  const auto layout = [&](std::int64_t rows, std::int64_t d) {
    return Layout{0, s.heads * rows * d, rows * d, std::max<std::int64_t>(d, 1)};
  };
  // Each operand has an array of its own here, also where one variable is given twice.
  const Layout layouts[3] = {layout(s.queries, s.key_dim), layout(s.keys, s.key_dim),
                             layout(s.keys, s.value_dim)};
  return attend({query, key, value}, layouts, s, query.shape().with(-1, s.value_dim),
                layout(s.queries, s.value_dim), options);
}

Variable multi_head_attention(const Heads& query, const Heads& key, const Heads& value, std::int64_t heads,
                              std::int64_t head_dim, AttentionOptions options) {
  const Variable &q = query.x, &k = key.x, &v = value.x;
  const auto mismatch = [&](const char* what) {
    throw_error<ShapeError>("[attention] {}: query {}, key {}, value {}, {} heads of {}", what, q.shape(),
                            k.shape(), v.shape(), heads, head_dim);
  };
  if (heads < 1 || head_dim < 1)
    throw_error<UsageError>("[attention] {} heads of {} numbers", heads, head_dim);
  const std::int64_t width = heads * head_dim;
  for (const Heads* h : {&query, &key, &value}) {
    if (h->x.rank() != 3) mismatch("all three need the axes (B, T, C)");
    if (h->offset < 0 || h->offset + width > h->x.dim(2)) mismatch("too few columns for the heads");
    if (h->rows > h->x.dim(1)) mismatch("too few rows");
  }
  const auto rows = [](const Heads& h) { return h.rows < 0 ? h.x.dim(1) : h.rows; };
  if (k.dim(0) != q.dim(0) || v.dim(0) != q.dim(0)) mismatch("the batches differ");
  if (rows(value) != rows(key)) mismatch("there is not one value for each key");
  const AttentionShape s{.batch = q.dim(0),
                         .heads = heads,
                         .queries = rows(query),
                         .keys = rows(key),
                         .key_dim = head_dim,
                         .value_dim = head_dim};
  const auto layout = [&](const Heads& h) {
    return Layout{h.offset, h.x.dim(1) * h.x.dim(2), head_dim, h.x.dim(2)};
  };
  const Layout layouts[3] = {layout(query), layout(key), layout(value)};
  return attend({q, k, v}, layouts, s, Shape{s.batch, s.queries, width},
                {0, s.queries * width, head_dim, width}, options);
}

}  // namespace heed
