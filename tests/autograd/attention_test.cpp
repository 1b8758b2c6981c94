// Attention in every kernel against its composition from elementary ops, on random shapes, masks, biases,
// tables and dropout; and what no composition has: keys that are not seen, NaNs, the state of decoding.
#include <algorithm>
#include <limits>

#include "autograd/no_grad.hpp"
#include "lib/array/attention_rule.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/linear_attention.hpp"
#include "tests/autograd/agree.hpp"
#include "tests/farthest.hpp"
#include "tests/lib/array/random_mask.hpp"

namespace heed {
namespace {

using testing::agree, testing::Inputs;

constexpr AttentionKernel softmax_kernels[] = {AttentionKernel::dense, AttentionKernel::blockwise};

/// f(b, h, query, key) for all pairs, as (B, H, Tq, Tk).
template <typename F>
Array of_pairs(const AttentionShape& s, F f) {
  Array all({s.batch, s.heads, s.queries, s.keys});
  for (std::int64_t i = 0; i < all.size(); ++i) {
    const std::int64_t q = i / s.keys, h = q / s.queries;
    all.mutable_data()[i] = static_cast<Scalar>(f(h / s.heads, h % s.heads, q % s.queries, i % s.keys));
  }
  return all;
}

/// Row clip(key - query - first) of a table for each pair: (Tq, Tk, D).
Variable rows_of_pairs(const Variable& table, const AttentionShape& s, std::int64_t first) {
  const std::int64_t clip = table.dim(0) / 2;
  std::vector<std::int32_t> rows;
  for (std::int64_t i = 0; i < s.queries; ++i) {
    for (std::int64_t j = 0; j < s.keys; ++j)
      rows.push_back(static_cast<std::int32_t>(std::clamp(j - i - first, -clip, clip) + clip));
  }
  return embedding(table, Tokens({s.queries, s.keys}, rows));
}

/// elu(x) + 1
Variable phi(const Variable& x) { return relu(x) + exp(-relu(-x)); }

/// Softmax over the keys that may be seen, 0 where there are none; for the linear kernel φ(q)·φ(k) over its
/// sum.
Variable plain_weights(const Variable& q, const Variable& k, const AttentionShape& s,
                       const AttentionOptions& o) {
  const Array may = of_pairs(s, [&](auto... pair) { return o.mask.allows(pair...); });
  const Array some = max(may, {-1}, KeepDims::yes);
  if (o.kernel == AttentionKernel::linear) {
    const Variable pairs = matmul(phi(q), transpose(phi(k))) * Variable(may);
    return pairs / (sum(pairs, {-1}, KeepDims::yes) + Variable(Scalar{1} - some));
  }
  Variable scores = matmul(q, transpose(k));
  if (o.relative_key.defined()) {
    const Variable wide = reshape(q, {s.batch, s.heads, s.queries, 1, s.key_dim});
    scores = scores + sum(wide * rows_of_pairs(o.relative_key, s, o.first_query), {-1});
  }
  scores = scores * static_cast<Scalar>(o.scale);
  if (o.distance_bias.defined()) {
    std::vector<std::int32_t> places;
    for (std::int64_t i = 0; i < s.queries; ++i) {
      for (std::int64_t j = 0; j < s.keys; ++j)
        places.push_back(static_cast<std::int32_t>(j - i + s.queries - 1));
    }
    const Tokens distances({s.queries, s.keys}, places);
    scores = scores + permute(embedding(transpose(o.distance_bias), distances), {2, 0, 1});
  }
  if (o.bias.defined()) scores = scores + Variable(o.bias);
  return testing::plain_softmax(masked_fill(scores, Scalar{1} - may, -1e4)) * Variable(may) * Variable(some);
}

Variable plain_attention(const Inputs& in, const AttentionShape& s, const AttentionOptions& o,
                         const RandomStream& stream) {
  const Array factors = of_pairs(s, [&](auto b, auto h, auto q, auto k) {
    Scalar factor = 1;
    if (o.dropout > 0)
      multiply_by_dropout(stream, o.dropout, dropout_place(s, b * s.heads + h, q) + k, 1, &factor, &factor);
    return factor;
  });
  const Variable p = plain_weights(in[0], in[1], s, o) * Variable(factors), y = matmul(p, in[2]);
  if (!o.relative_value.defined()) return y;
  const Variable wide = reshape(p, {s.batch, s.heads, s.queries, s.keys, 1});
  return y + sum(wide * rows_of_pairs(o.relative_value, s, o.first_query), {3});
}

/// all, padding, causal, causal from a later query on, some of them joined by &.
Mask random_prefix_rule(Rng& rng, const AttentionShape& s) {
  const Mask padding = testing::random_padding(rng, s.batch, s.keys).mask;
  const Mask causal = Mask::causal(rng.integer(2 * s.keys + 1) - s.keys).queries_from(rng.integer(3));
  const std::int64_t kind = rng.integer(5);
  return kind == 0   ? Mask()
         : kind == 1 ? padding
         : kind == 2 ? causal
         : kind == 3 ? padding & causal
                     : Mask::causal();
}

AttentionShape random_shape(Rng& rng, int round) {
  if (round % 50 == 0) {  // more than one block, and lengths around their edges
    return {
        1, 1, 128 * (1 + rng.integer(2)) + rng.integer(3) - 1, 64 * (1 + rng.integer(4)) + rng.integer(3) - 1,
        3, 2};
  }
  return {1 + rng.integer(3),  1 + rng.integer(3), 1 + rng.integer(20),
          1 + rng.integer(20), 1 + rng.integer(9), 1 + rng.integer(9)};
}

}  // namespace

TEST_CASE("every kernel of attention agrees with elementary ops, and gives 0 where nothing is seen") {
  Rng rng(1);
  std::int64_t blind = 0;
  for (int round = 0; round < 600; ++round) {
    const AttentionShape s = random_shape(rng, round);
    const bool linear = round % 3 == 2;
    AttentionOptions o{.scale = 0.7, .kernel = linear ? AttentionKernel::linear : softmax_kernels[round % 3]};
    std::vector<Shape> shapes{{s.batch, s.heads, s.queries, s.key_dim},
                              {s.batch, s.heads, s.keys, s.key_dim},
                              {s.batch, s.heads, s.keys, s.value_dim}};
    std::vector<Variable AttentionOptions::*> learned;
    const auto learn = [&](Variable AttentionOptions::*place, const Shape& shape) {
      if (rng.integer(3) != 0) return;
      learned.push_back(place);
      shapes.push_back(shape);
    };
    const auto axis = [&](std::int64_t length) { return rng.integer(2) == 0 ? 1 : length; };
    if (linear) {
      o.scale = 0;
      o.mask = random_prefix_rule(rng, s);
    } else {
      o.mask = testing::random_mask(rng, {s.batch, s.heads, s.queries, s.keys}, 2).mask;
      o.dropout = rng.integer(2) == 0 ? 0.0 : 0.25;
      o.first_query = rng.integer(4);
      if (rng.integer(3) == 0)
        o.bias = rng.normal({axis(s.batch), axis(s.heads), axis(s.queries), axis(s.keys)}, 0, 2);
      learn(&AttentionOptions::distance_bias, {s.heads, s.distances()});
      learn(&AttentionOptions::relative_key, {1 + 2 * rng.integer(4), s.key_dim});
      learn(&AttentionOptions::relative_value, {1 + 2 * rng.integer(4), s.value_dim});
    }
    const RandomStream stream{static_cast<std::uint64_t>(round), 0};
    const auto with = [&](const Inputs& in) {
      AttentionOptions all = o;
      for (std::size_t i = 0; i < learned.size(); ++i) all.*learned[i] = in[3 + i];
      return all;
    };
    INFO("round " << round << ": " << s.queries << " queries, " << s.keys << " keys");
    const std::vector<Array> outcome = agree(
        shapes,
        [&](const Inputs& in) {
          Rng drops(stream.seed), again(stream.seed);
          AttentionOptions all = with(in);
          all.rng = &drops;
          const Variable y = scaled_dot_product_attention(in[0], in[1], in[2], all);
          all.rng = &again;
          const NoGrad no_grad;
          Array weights;
          if (o.kernel == AttentionKernel::dense) all.weights = &weights;
          CHECK(identical(scaled_dot_product_attention(in[0], in[1], in[2], all).value(), y.value()));
          if (weights.defined()) CHECK(farthest(weights, plain_weights(in[0], in[1], s, all).value()) < 1e-5);
          return y;
        },
        [&](const Inputs& in) { return plain_attention(in, s, with(in), stream); }, stream.seed);
    const Array may = of_pairs(s, [&](auto... pair) { return o.mask.allows(pair...); });
    const Array sees = max(may, {-1}), seen = max(may, {-2});
    const auto zero = [](const Array& rows, std::int64_t i) {
      const std::int64_t n = rows.dim(-1);
      return std::all_of(rows.data() + i * n, rows.data() + (i + 1) * n, [](Scalar x) { return x == 0; });
    };
    for (std::int64_t i = 0; i < sees.size(); ++i) {
      if (sees.data()[i] != 0) continue;
      CHECK((zero(outcome[0], i) && zero(outcome[1], i)));
      ++blind;
    }
    for (std::int64_t i = 0; i < seen.size(); ++i)
      if (seen.data()[i] == 0) CHECK((zero(outcome[2], i) && zero(outcome[3], i)));
  }
  CHECK(blind > 1000);
}

TEST_CASE("heads that lie side by side agree with heads that are split off") {
  for (const AttentionKernel kernel :
       {AttentionKernel::dense, AttentionKernel::blockwise, AttentionKernel::linear}) {
    const AttentionOptions options{.mask = Mask::causal(), .kernel = kernel};
    agree(
        {{2, 4, 3 * 6}},
        [&](const Inputs& in) {
          return multi_head_attention({in[0], 0}, {in[0], 6}, {in[0], 12}, 3, 2, options);
        },
        [&](const Inputs& in) {
          const auto split = [&](std::int64_t begin) {
            return permute(reshape(slice(in[0], 2, begin, begin + 6), {2, 4, 3, 2}), {0, 2, 1, 3});
          };
          const Variable y = scaled_dot_product_attention(split(0), split(6), split(12), options);
          return reshape(permute(y, {0, 2, 1, 3}), {2, 4, 6});
        });
  }
}

TEST_CASE("keys that a query may not see change not one bit of its result, not even where scores overflow") {
  Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const AttentionShape s = random_shape(rng, round);
    const bool linear = round % 3 == 2;
    const AttentionOptions options{
        .mask = linear ? random_prefix_rule(rng, s)
                       : testing::random_mask(rng, {s.batch, s.heads, s.queries, s.keys}, 2).mask,
        .kernel = linear ? AttentionKernel::linear : softmax_kernels[round % 3]};
    const Array q = rng.normal({s.batch, s.heads, s.queries, s.key_dim}),
                g = rng.normal({s.batch, s.heads, s.queries, s.value_dim});
    Array k = rng.normal({s.batch, s.heads, s.keys, s.key_dim}),
          v = rng.normal({s.batch, s.heads, s.keys, s.value_dim});
    const auto attend = [&] {
      const Variable query = Variable::parameter(q);
      const Variable y = scaled_dot_product_attention(query, Variable(k), Variable(v), options);
      y.backward({.gradient = g});
      return std::pair(y.value(), query.grad());
    };
    const auto [before, before_gradient] = attend();
    const std::int64_t row = rng.integer(s.batch * s.heads * s.queries), head = row / s.queries;
    for (std::int64_t key = 0; key < s.keys; ++key) {
      if (options.mask.allows(head / s.heads, head % s.heads, row % s.queries, key)) continue;
      const std::int64_t at = head * s.keys + key;
      std::fill_n(k.mutable_data() + at * s.key_dim, s.key_dim,
                  linear ? Scalar(1e9) : std::numeric_limits<Scalar>::max());
      std::fill_n(v.mutable_data() + at * s.value_dim, s.value_dim, Scalar(-1e9));
    }
    const auto [after, after_gradient] = attend();
    INFO("round " << round << ": " << s.queries << " queries, " << s.keys << " keys");
    CHECK(std::equal(after.data() + row * s.value_dim, after.data() + (row + 1) * s.value_dim,
                     before.data() + row * s.value_dim));
    CHECK(std::equal(after_gradient.data() + row * s.key_dim, after_gradient.data() + (row + 1) * s.key_dim,
                     before_gradient.data() + row * s.key_dim));
  }
}

TEST_CASE("a NaN that may be attended to is not lost in a row of -inf, one that sees nothing is") {
  Rng rng(4);
  const Variable q(rng.normal({3, 2})), k(rng.normal({70, 2})), v(rng.normal({70, 2}));
  for (const AttentionKernel kernel : softmax_kernels) {
    AttentionOptions options{.bias = Array::full({1, 70}, -std::numeric_limits<Scalar>::infinity()),
                             .kernel = kernel};
    CHECK(scaled_dot_product_attention(q, k, v, options).value().at({1, 1}) == 0);
    options.bias.mutable_data()[66] = std::numeric_limits<Scalar>::quiet_NaN();
    CHECK(std::isnan(scaled_dot_product_attention(q, k, v, options).value().at({1, 1})));
  }
  const Variable nan(Array::full({70, 2}, std::numeric_limits<Scalar>::quiet_NaN()));
  const AttentionOptions late{.mask = Mask::causal(-66), .kernel = AttentionKernel::linear};
  const Array y = scaled_dot_product_attention(nan, k, v, late).value();
  CHECK(std::all_of(y.data(), y.data() + 66 * 2, [](Scalar x) { return x == 0; }));
}

}  // namespace heed
