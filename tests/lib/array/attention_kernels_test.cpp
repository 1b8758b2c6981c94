// The attention kernels against the formulas in double, and against each other, on random shapes, masks and
// biases.
#include <cmath>
#include <limits>

#include "lib/array/blockwise_attention.hpp"
#include "lib/array/dense_attention.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/parallel.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/random_mask.hpp"
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
  Numbers out, weights, dq, dk, dv, ddistance, drelative_key, drelative_value;
};

/// All operands in the layout (B, T, H·D).
Truth plain(const Problem& p) {
  const AttentionShape& s = p.s;
  const auto size = [](const Array& a) { return static_cast<std::size_t>(a.size()); };
  Truth t;
  t.out.resize(size(p.g));
  t.dq.resize(size(p.q));
  t.dk.resize(size(p.k));
  t.dv.resize(size(p.v));
  t.ddistance.resize(static_cast<std::size_t>(s.batch * s.heads * s.distances()));
  // The tables' gradients of each batch and head, one behind the other.
  t.drelative_key.resize(static_cast<std::size_t>(s.batch * s.heads * p.rule.relative_key.size()));
  t.drelative_value.resize(static_cast<std::size_t>(s.batch * s.heads * p.rule.relative_value.size()));
  const auto row_of = [&](const Array& table, std::int64_t i, std::int64_t j) {
    const std::int64_t clip = (table.dim(0) - 1) / 2;
    return static_cast<std::size_t>((std::clamp(j - i - p.rule.first_query, -clip, clip) + clip) *
                                    table.dim(1));
  };
  const auto relative = [&](const Array& table, std::int64_t i, std::int64_t j, std::int64_t d) {
    return table.defined() ? double{table.values()[row_of(table, i, j) + static_cast<std::size_t>(d)]} : 0;
  };
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
            score +=
                double{p.q.values()[at(b, h, i, s.queries, s.key_dim, d)]} *
                (p.k.values()[at(b, h, j, s.keys, s.key_dim, d)] + relative(p.rule.relative_key, i, j, d));
          score *= p.rule.scale;
          if (p.rule.distance_bias.defined())
            score += double{p.rule.distance_bias.at({h, j - i + s.queries - 1})};
          if (p.rule.bias.defined())
            score += double{p.rule.bias.data()[testing::place(p.rule.bias.shape(), {b, h, i, j})]};
          weight[static_cast<std::size_t>(j)] = score;
          if (p.rule.mask.allows(b, h, i, j)) top = std::max(top, score);
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
            const double v =
                p.v.values()[from] + relative(p.rule.relative_value, i, static_cast<std::int64_t>(j), d);
            t.out[to] += dropped[j] * v;
            t.dv[from] += dropped[j] * p.g.values()[to];
            slope[j] += factor * p.g.values()[to] * v;
            if (p.rule.relative_value.defined()) {
              t.drelative_value[static_cast<std::size_t>((b * s.heads + h) * p.rule.relative_value.size() +
                                                         d) +
                                row_of(p.rule.relative_value, i, static_cast<std::int64_t>(j))] +=
                  dropped[j] * p.g.values()[to];
            }
          }
          mean += weight[j] * slope[j];
        }
        for (std::size_t j = 0; j < weight.size(); ++j) {
          const double dscore = weight[j] * (slope[j] - mean), ds = dscore * p.rule.scale;
          t.ddistance[static_cast<std::size_t>((b * s.heads + h) * s.distances() + s.queries - 1 - i) + j] +=
              dscore;
          for (std::int64_t d = 0; d < s.key_dim; ++d) {
            const std::size_t qi = at(b, h, i, s.queries, s.key_dim, d);
            const std::size_t kj = at(b, h, static_cast<std::int64_t>(j), s.keys, s.key_dim, d);
            t.dq[qi] +=
                ds * (p.k.values()[kj] + relative(p.rule.relative_key, i, static_cast<std::int64_t>(j), d));
            t.dk[kj] += ds * p.q.values()[qi];
            if (p.rule.relative_key.defined()) {
              t.drelative_key[static_cast<std::size_t>((b * s.heads + h) * p.rule.relative_key.size() + d) +
                              row_of(p.rule.relative_key, i, static_cast<std::int64_t>(j))] +=
                  ds * p.q.values()[qi];
            }
          }
        }
      }
    }
  }
  return t;
}

Problem random_problem(Rng& rng, const AttentionShape& s) {
  Problem p;
  p.s = s;
  p.q = rng.normal({s.batch, s.queries, s.heads * s.key_dim});
  p.k = rng.normal({s.batch, s.keys, s.heads * s.key_dim});
  p.v = rng.normal({s.batch, s.keys, s.heads * s.value_dim});
  p.g = rng.normal({s.batch, s.queries, s.heads * s.value_dim});
  p.rule.mask = testing::random_mask(rng, {s.batch, s.heads, s.queries, s.keys}, 2).mask;
  p.rule.scale = Scalar(0.7);
  p.rule.dropout = rng.integer(2) == 0 ? 0.0 : 0.25;
  p.rule.stream = rng.next();
  if (rng.integer(3) == 0) p.rule.distance_bias = rng.normal({s.heads, s.distances()}, 0, 2);
  const auto axis = [&](std::int64_t length) { return rng.integer(2) == 0 ? 1 : length; };
  if (rng.integer(3) == 0)
    p.rule.bias = rng.normal({axis(s.batch), axis(s.heads), axis(s.queries), axis(s.keys)}, 0, 2);
  p.rule.first_query = rng.integer(4);
  if (rng.integer(3) == 0) p.rule.relative_key = rng.normal({1 + 2 * rng.integer(4), s.key_dim});
  if (rng.integer(3) == 0) p.rule.relative_value = rng.normal({1 + 2 * rng.integer(4), s.value_dim});
  return p;
}

AttentionShape random_shape(Rng& rng, std::int64_t longest, std::int64_t widest) {
  return {1 + rng.integer(3),       1 + rng.integer(3),      1 + rng.integer(longest),
          1 + rng.integer(longest), 1 + rng.integer(widest), 1 + rng.integer(widest)};
}

void write_factors(Problem& p) {
  p.factors = Array::ones({p.s.batch, p.s.heads, p.s.queries, p.s.keys});
  if (p.rule.dropout > 0) {
    Scalar* factors = p.factors.mutable_data();
    for (std::int64_t i = 0; i < p.factors.size(); ++i) {
      const std::int64_t query = i / p.s.keys;
      const std::int64_t row = dropout_place(p.s, query / p.s.queries, query % p.s.queries);
      factors[i] = dropout_factor(p.rule.stream, p.rule.dropout, row + i % p.s.keys);
    }
  }
}

AttentionInputs inputs(const Problem& p) {
  return {side_by_side(p.q.data(), p.s.heads, p.s.queries, p.s.key_dim),
          side_by_side(p.k.data(), p.s.heads, p.s.keys, p.s.key_dim),
          side_by_side(p.v.data(), p.s.heads, p.s.keys, p.s.value_dim)};
}

struct Result {
  Array out, kept, dq, dk, dv, ddistance, drelative_key, drelative_value;
};

enum class Wanted { all, keys };  // gradients

Result run(const Problem& p, bool by_blocks, Wanted wanted = Wanted::all) {
  const AttentionShape& s = p.s;
  Result r{Array(p.g.shape()),
           Array({s.batch, s.heads, s.queries, by_blocks ? 2 : attention_pitch(s.keys)}),
           Array(p.q.shape()),
           Array(p.k.shape()),
           Array(p.v.shape()),
           Array({s.batch, s.heads, s.distances()}),
           Array({s.batch, s.heads, p.rule.relative_key.size()}),
           Array({s.batch, s.heads, p.rule.relative_value.size()})};
  const auto heads = [&](Array& a, std::int64_t rows, std::int64_t d) {
    return side_by_side(a.mutable_data(), s.heads, rows, d);
  };
  const auto forward = by_blocks ? blockwise_attention_forward : dense_attention_forward;
  forward(s, inputs(p), p.rule, heads(r.out, s.queries, s.value_dim), r.kept.mutable_data());
  AttentionGradients to{{}, heads(r.dk, s.keys, s.key_dim), {}};
  if (wanted == Wanted::all) {
    to.query = heads(r.dq, s.queries, s.key_dim);
    to.value = heads(r.dv, s.keys, s.value_dim);
    to.distance_bias = r.ddistance.mutable_data();
    if (p.rule.relative_key.defined()) to.relative_key = r.drelative_key.mutable_data();
    if (p.rule.relative_value.defined()) to.relative_value = r.drelative_value.mutable_data();
  }
  const auto g = side_by_side(p.g.data(), s.heads, s.queries, s.value_dim);
  if (by_blocks) {
    blockwise_attention_backward(s, inputs(p), p.rule,
                                 side_by_side(std::as_const(r.out).data(), s.heads, s.queries, s.value_dim),
                                 r.kept.data(), g, to);
  } else {
    dense_attention_backward(s, inputs(p), p.rule, r.kept.data(), g, to);
  }
  return r;
}

/// The largest difference, of elements up to 1 or relative.
double gap(const Array& a, const Array& b) { return testing::gap(a, testing::numbers(b)); }

}  // namespace

TEST_CASE("attention and its gradients agree with the formulas on random shapes, masks, biases and dropout") {
  Rng rng(1);
  for (int round = 0; round < 300; ++round) {
    Problem p = random_problem(rng, random_shape(rng, 20, 9));
    write_factors(p);
    const Truth truth = plain(p);
    for (const bool by_blocks : {false, true}) {
      const Result r = run(p, by_blocks);
      const double tolerance = testing::tolerance(1e-5, 1e-13);
      INFO("round " << round << (by_blocks ? ", blockwise" : ", dense"));
      REQUIRE(testing::gap(r.out, truth.out) < tolerance);
      REQUIRE(testing::gap(r.dq, truth.dq) < 3 * tolerance);
      REQUIRE(testing::gap(r.dk, truth.dk) < 3 * tolerance);
      REQUIRE(testing::gap(r.dv, truth.dv) < 3 * tolerance);
      REQUIRE(testing::gap(r.ddistance, truth.ddistance) < 9 * tolerance);
      REQUIRE(testing::gap(r.drelative_key, truth.drelative_key) < 9 * tolerance);
      REQUIRE(testing::gap(r.drelative_value, truth.drelative_value) < 9 * tolerance);
      if (!by_blocks) REQUIRE(testing::gap(slice(r.kept, -1, 0, p.s.keys), truth.weights) < tolerance);

      // Nothing is written that is not wanted, and the rest stays the same.
      REQUIRE(identical(run(p, by_blocks, Wanted::keys).dk, r.dk));
      Array quiet(p.g.shape());
      (by_blocks ? blockwise_attention_forward : dense_attention_forward)(
          p.s, inputs(p), p.rule, side_by_side(quiet.mutable_data(), p.s.heads, p.s.queries, p.s.value_dim),
          nullptr);
      REQUIRE(identical(r.out, quiet));
    }
  }
}

TEST_CASE("blockwise and dense attention agree in 10,000 random cases, at the edges of blocks too") {
  Rng rng(2);
  std::int64_t blind = 0;
  for (int round = 0; round < 10'000; ++round) {
    AttentionShape s = random_shape(rng, 8, 3);
    if (round % 100 == 0) {  // more than one block, and lengths around their edges
      s.batch = s.heads = 1;
      s.queries = 128 * (1 + rng.integer(2)) + rng.integer(3) - 1;
      s.keys = 64 * (1 + rng.integer(4)) + rng.integer(3) - 1;
    }
    const Problem p = random_problem(rng, s);
    const Result dense = run(p, false), blocks = run(p, true);
    const double tolerance = testing::tolerance(2e-5, 3e-14);
    INFO("round " << round << ": " << s.queries << " queries, " << s.keys << " keys");
    REQUIRE(gap(blocks.out, dense.out) < tolerance);
    REQUIRE(gap(blocks.dq, dense.dq) < 3 * tolerance);
    REQUIRE(gap(blocks.dk, dense.dk) < 3 * tolerance);
    REQUIRE(gap(blocks.dv, dense.dv) < 3 * tolerance);
    REQUIRE(gap(blocks.ddistance, dense.ddistance) < 9 * tolerance);
    REQUIRE(gap(blocks.drelative_key, dense.drelative_key) < 9 * tolerance);
    REQUIRE(gap(blocks.drelative_value, dense.drelative_value) < 9 * tolerance);
    const std::int64_t i = rng.integer(s.batch * s.heads * s.queries);
    const std::int64_t b = i / s.heads / s.queries, h = i / s.queries % s.heads, q = i % s.queries;
    bool sees = false;
    for (std::int64_t k = 0; k < s.keys; ++k) sees = sees || p.rule.mask.allows(b, h, q, k);
    for (std::int64_t d = 0; !sees && d < s.value_dim; ++d)
      REQUIRE(blocks.out.at({b, q, h * s.value_dim + d}) == 0);
    for (std::int64_t d = 0; !sees && d < s.key_dim; ++d)
      REQUIRE(blocks.dq.at({b, q, h * s.key_dim + d}) == 0);
    blind += sees ? 0 : 1;
  }
  CHECK(blind > 1000);
}

TEST_CASE("blockwise attention is as exact as dense: errors at most 2 times its forward, 3 times backward") {
  Rng rng(5);
  for (const bool relative : {false, true}) {
    Problem p = random_problem(rng, {1, 1, 150, 330, 16, 16});
    p.rule = {.mask = Mask::causal(200), .scale = Scalar(0.25)};
    if (relative) {
      p.rule.relative_key = rng.normal({33, 16});
      p.rule.relative_value = rng.normal({33, 16});
      p.rule.first_query = 180;
    }
    write_factors(p);
    const Truth truth = plain(p);
    const Result dense = run(p, false), blocks = run(p, true);
    INFO((relative ? "with relative positions" : "without"));
    CHECK(testing::gap(blocks.out, truth.out) <= 2 * testing::gap(dense.out, truth.out));
    CHECK(testing::gap(blocks.dq, truth.dq) <= 3 * testing::gap(dense.dq, truth.dq));
    CHECK(testing::gap(blocks.dk, truth.dk) <= 3 * testing::gap(dense.dk, truth.dk));
    CHECK(testing::gap(blocks.dv, truth.dv) <= 3 * testing::gap(dense.dv, truth.dv));
    CHECK(testing::gap(blocks.drelative_key, truth.drelative_key) <=
          3 * testing::gap(dense.drelative_key, truth.drelative_key));
    CHECK(testing::gap(blocks.drelative_value, truth.drelative_value) <=
          3 * testing::gap(dense.drelative_value, truth.drelative_value));
  }
}

TEST_CASE("attention with relative positions gives the same bytes with any number of threads") {
  Rng rng(6);
  Problem p = random_problem(rng, {2, 1, 300, 300, 4, 4});
  p.rule = {.mask = Mask::causal(), .relative_key = rng.normal({9, 4}), .relative_value = rng.normal({5, 4})};
  for (const bool by_blocks : {false, true}) {
    set_threads(1);
    const Result once = run(p, by_blocks);
    for (const int count : {2, 3, 4}) {
      set_threads(count);
      const Result r = run(p, by_blocks);
      CHECK((identical(r.out, once.out) && identical(r.dq, once.dq) && identical(r.dk, once.dk) &&
             identical(r.dv, once.dv) && identical(r.drelative_key, once.drelative_key) &&
             identical(r.drelative_value, once.drelative_value)));
    }
  }
}

TEST_CASE("forbidden keys have no influence, not even as NaN in a score") {
  // The key that nobody may see is huge: its scores overflow.
  Rng rng(3);
  Problem p;
  p.s = {1, 1, 2, 3, 2, 2};
  p.k = Array({3, 2}, {1, 2, 0, 1, std::numeric_limits<Scalar>::max(), std::numeric_limits<Scalar>::max()});
  p.q = Array({2, 2}, {1, 1, 2, Scalar(0.5)});
  p.v = Array({3, 2}, {1, 2, 3, 4, 5, 6});
  p.g = Array({2, 2}, {1, 2, 3, 4});
  p.rule.mask = Mask::dense({1, 3}, {1, 1, 0});
  for (const bool by_blocks : {false, true}) {
    Problem zero = p;
    zero.k.mutable_data()[4] = zero.k.mutable_data()[5] = 0;
    CHECK(identical(run(p, by_blocks).out, run(zero, by_blocks).out));
  }
}

TEST_CASE("a NaN that may be attended to is not lost in a row of -inf") {
  for (const bool by_blocks : {false, true}) {
    Rng rng(4);
    Problem p = random_problem(rng, {1, 1, 3, 70, 2, 2});
    p.rule = {};
    p.rule.bias = Array::full({1, 70}, -std::numeric_limits<Scalar>::infinity());
    CHECK(run(p, by_blocks).out.at({0, 1, 1}) == 0);
    p.rule.bias.mutable_data()[66] = std::numeric_limits<Scalar>::quiet_NaN();
    CHECK(std::isnan(run(p, by_blocks).out.at({0, 1, 1})));
  }
}

}  // namespace heed
