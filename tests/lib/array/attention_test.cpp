// The attention kernels against the formulas in double, on random shapes, layouts and masks.
#include "lib/array/attention.hpp"

#include <limits>

#include "lib/array/layout.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

using Numbers = std::vector<double>;

/// (B, T, H·D) seen as heads, or (B, H, T, D).
template <typename T>
HeadsView<T> side_by_side(T* data, std::int64_t heads, std::int64_t rows, std::int64_t d) {
  return {data, rows * heads * d, d, heads * d};
}

struct Problem {
  AttentionShape s;
  Array q, k, v, g;
  AttentionRule rule;
  Array factors;  // of the dropout, (B, H, Tq, Tk)
};

struct Truth {
  Numbers out, weights, dq, dk, dv;
};

/// All operands in the layout (B, T, H·D).
Truth plain(const Problem& p) {
  const AttentionShape& s = p.s;
  const auto size = [](const Array& a) { return static_cast<std::size_t>(a.size()); };
  Truth t{Numbers(size(p.g)), {}, Numbers(size(p.q)), Numbers(size(p.k)), Numbers(size(p.v))};
  const auto at = [&](std::int64_t b, std::int64_t h, std::int64_t row, std::int64_t rows, std::int64_t d,
                      std::int64_t i) {
    return static_cast<std::size_t>(((b * rows + row) * s.heads + h) * d + i);
  };
  for (std::int64_t b = 0; b < s.batch; ++b) {
    for (std::int64_t h = 0; h < s.heads; ++h) {
      for (std::int64_t i = 0; i < s.queries; ++i) {
        Numbers weight(static_cast<std::size_t>(s.keys)), dropped(weight), slope(weight);
        double total = 0, top = -std::numeric_limits<double>::infinity();
        for (std::int64_t j = 0; j < s.keys; ++j) {
          double score = 0;
          for (std::int64_t d = 0; d < s.key_dim; ++d)
            score += double{p.q.values()[at(b, h, i, s.queries, s.key_dim, d)]} *
                     p.k.values()[at(b, h, j, s.keys, s.key_dim, d)];
          weight[static_cast<std::size_t>(j)] = score * p.rule.scale;
          if (p.rule.mask.allows(b, h, i, j)) top = std::max(top, score * p.rule.scale);
        }
        for (std::int64_t j = 0; j < s.keys; ++j) {
          double& w = weight[static_cast<std::size_t>(j)];
          w = p.rule.mask.allows(b, h, i, j) ? std::exp(w - top) : 0;
          total += w;
        }
        double mean = 0;
        for (std::size_t j = 0; j < weight.size(); ++j) {
          weight[j] = total == 0 ? 0 : weight[j] / total;
          t.weights.push_back(weight[j]);
          const double factor =
              p.factors.values()[static_cast<std::size_t>(((b * s.heads + h) * s.queries + i) * s.keys) + j];
          dropped[j] = weight[j] * factor;
          for (std::int64_t d = 0; d < s.value_dim; ++d) {
            const std::size_t from = at(b, h, static_cast<std::int64_t>(j), s.keys, s.value_dim, d);
            const std::size_t to = at(b, h, i, s.queries, s.value_dim, d);
            t.out[to] += dropped[j] * p.v.values()[from];
            t.dv[from] += dropped[j] * p.g.values()[to];
            slope[j] += factor * p.g.values()[to] * p.v.values()[from];
          }
          mean += weight[j] * slope[j];
        }
        for (std::size_t j = 0; j < weight.size(); ++j) {
          const double ds = weight[j] * (slope[j] - mean) * p.rule.scale;
          for (std::int64_t d = 0; d < s.key_dim; ++d) {
            const std::size_t qi = at(b, h, i, s.queries, s.key_dim, d);
            const std::size_t kj = at(b, h, static_cast<std::int64_t>(j), s.keys, s.key_dim, d);
            t.dq[qi] += ds * p.k.values()[kj];
            t.dk[kj] += ds * p.q.values()[qi];
          }
        }
      }
    }
  }
  return t;
}

Mask random_mask(Rng& rng, const AttentionShape& s) {
  Mask mask;
  if (rng.integer(2) == 0) mask = mask & Mask::causal(rng.integer(5) - 2);
  if (rng.integer(3) != 0) {
    const Shape shape{rng.integer(2) == 0 ? 1 : s.batch, rng.integer(2) == 0 ? 1 : s.heads,
                      rng.integer(2) == 0 ? 1 : s.queries, s.keys};
    std::vector<std::uint8_t> bits;
    for (std::int64_t i = 0; i < shape.size(); ++i) bits.push_back(rng.integer(3) != 0);
    mask = mask & Mask::dense(shape, bits);
  }
  return mask;
}

Problem random_problem(Rng& rng) {
  Problem p;
  p.s = {1 + rng.integer(3),  1 + rng.integer(3), 1 + rng.integer(20),
         1 + rng.integer(20), 1 + rng.integer(9), 1 + rng.integer(9)};
  p.q = rng.normal({p.s.batch, p.s.queries, p.s.heads * p.s.key_dim});
  p.k = rng.normal({p.s.batch, p.s.keys, p.s.heads * p.s.key_dim});
  p.v = rng.normal({p.s.batch, p.s.keys, p.s.heads * p.s.value_dim});
  p.g = rng.normal({p.s.batch, p.s.queries, p.s.heads * p.s.value_dim});
  p.rule = {random_mask(rng, p.s), Scalar(0.7), rng.integer(2) == 0 ? 0.0 : 0.25, rng.next()};
  p.factors = Array::ones({p.s.batch, p.s.heads, p.s.queries, p.s.keys});
  if (p.rule.dropout > 0) {
    // The rows of a head are as long as the kernels keep them, and each head begins a new group.
    const std::int64_t row = attention_pitch(p.s.keys);
    const std::int64_t head = (p.s.queries * row + dropout_group - 1) / dropout_group * dropout_group;
    Scalar* factors = p.factors.mutable_data();
    for (std::int64_t i = 0; i < p.factors.size(); ++i) {
      const std::int64_t query = i / p.s.keys;
      factors[i] = dropout_factor(p.rule.stream, p.rule.dropout,
                                  query / p.s.queries * head + query % p.s.queries * row + i % p.s.keys);
    }
  }
  return p;
}

}  // namespace

TEST_CASE("attention and its gradients agree with the formulas on random shapes, masks and dropout") {
  Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    const Problem p = random_problem(rng);
    const AttentionShape& s = p.s;
    const Truth truth = plain(p);
    const auto query = side_by_side(p.q.data(), s.heads, s.queries, s.key_dim);
    const auto key = side_by_side(p.k.data(), s.heads, s.keys, s.key_dim);
    const auto value = side_by_side(p.v.data(), s.heads, s.keys, s.value_dim);
    Array out(p.g.shape()), quiet(p.g.shape()),
        weights({s.batch, s.heads, s.queries, attention_pitch(s.keys)});
    attention_forward(s, query, key, value, p.rule,
                      side_by_side(out.mutable_data(), s.heads, s.queries, s.value_dim),
                      weights.mutable_data());
    attention_forward(s, query, key, value, p.rule,
                      side_by_side(quiet.mutable_data(), s.heads, s.queries, s.value_dim), nullptr);
    const double tolerance = testing::tolerance(1e-5, 1e-13);
    REQUIRE(testing::gap(out, truth.out) < tolerance);
    REQUIRE(testing::gap(slice(weights, -1, 0, s.keys), truth.weights) < tolerance);
    REQUIRE(identical(out, quiet));

    Array dq(p.q.shape()), dk(p.k.shape()), dv(p.v.shape());
    const auto up = side_by_side(p.g.data(), s.heads, s.queries, s.value_dim);
    const auto into_q = side_by_side(dq.mutable_data(), s.heads, s.queries, s.key_dim);
    const auto into_k = side_by_side(dk.mutable_data(), s.heads, s.keys, s.key_dim);
    const auto into_v = side_by_side(dv.mutable_data(), s.heads, s.keys, s.value_dim);
    attention_backward(s, query, key, value, p.rule, weights.data(), up, into_q, into_k, into_v);
    REQUIRE(testing::gap(dq, truth.dq) < 3 * tolerance);
    REQUIRE(testing::gap(dk, truth.dk) < 3 * tolerance);
    REQUIRE(testing::gap(dv, truth.dv) < 3 * tolerance);

    // What is not wanted is not written, and the rest stays the same.
    Array only_k(p.k.shape());
    attention_backward(s, query, key, value, p.rule, weights.data(), up, {},
                       side_by_side(only_k.mutable_data(), s.heads, s.keys, s.key_dim), {});
    REQUIRE(identical(only_k, dk));
  }
}

TEST_CASE("forbidden keys have no influence, not even as NaN in a score") {
  // The key that nobody may see is huge: its scores overflow.
  const AttentionShape s{1, 1, 2, 3, 2, 2};
  Array k({3, 2}, {1, 2, 0, 1, std::numeric_limits<Scalar>::max(), std::numeric_limits<Scalar>::max()});
  const Array q({2, 2}, {1, 1, 2, Scalar(0.5)}), v({3, 2}, {1, 2, 3, 4, 5, 6});
  const AttentionRule rule{Mask::dense({1, 3}, {1, 1, 0})};
  const auto run = [&](const Array& keys) {
    Array out(Shape{2, 2});
    attention_forward(s, side_by_side(q.data(), 1, 2, 2), side_by_side(keys.data(), 1, 3, 2),
                      side_by_side(v.data(), 1, 3, 2), rule, side_by_side(out.mutable_data(), 1, 2, 2),
                      nullptr);
    return out;
  };
  const Array huge = run(k);
  k.mutable_data()[4] = k.mutable_data()[5] = 0;
  CHECK(identical(huge, run(k)));
}

}  // namespace heed
