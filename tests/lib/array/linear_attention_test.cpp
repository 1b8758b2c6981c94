// Linear attention against its formulas, written down pair by pair in double.
#include <cmath>
#include <limits>

#include "lib/array/linear_attention.hpp"

#include "lib/array/elementwise.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/random_mask.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

struct LinearProblem {
  AttentionShape s;
  testing::MaskExpression rule;
  Array q, k, v, g;  // (B, T, H, D)
};

/// (B, T, H, D) seen as heads.
template <typename T>
HeadsView<T> heads_of(T* data, const AttentionShape& s, std::int64_t rows, std::int64_t d) {
  return {data, rows * s.heads * d, d, s.heads * d};
}

/// all, padding, causal, causal from a later query on, some of them joined by &.
testing::MaskExpression random_prefix_rule(Rng& rng, const AttentionShape& s) {
  const std::int64_t kind = rng.integer(4), offset = rng.integer(2 * s.keys + 1) - s.keys,
                     first = rng.integer(3);
  testing::MaskExpression rule{Mask(), [](auto...) { return true; }};
  if (kind == 1) rule = {Mask::causal(), [](auto, auto, auto q, auto k) { return k <= q; }};
  if (kind == 2) {
    rule = {Mask::causal(offset).queries_from(first),
            [=](auto, auto, auto q, auto k) { return k <= q + first + offset; }};
  }
  if (rng.integer(2) == 0) return rule;
  const testing::MaskExpression padding = testing::random_padding(rng, s.batch, s.keys);
  return {padding.mask & rule.mask, [=](auto b, auto h, auto q, auto k) {
            return padding.allows(b, h, q, k) && rule.allows(b, h, q, k);
          }};
}

LinearProblem random_linear(Rng& rng, const AttentionShape& s) {
  return {s,
          random_prefix_rule(rng, s),
          rng.normal({s.batch, s.queries, s.heads, s.key_dim}),
          rng.normal({s.batch, s.keys, s.heads, s.key_dim}),
          rng.normal({s.batch, s.keys, s.heads, s.value_dim}),
          rng.normal({s.batch, s.queries, s.heads, s.value_dim})};
}

template <typename T>
struct LinearTruth {
  std::vector<T> out, dq, dk, dv;
  std::int64_t blind = 0;  // queries that see nothing
};

template <typename T>
T phi(T x) {
  return x > 0 ? x + 1 : std::exp(x);
}
template <typename T>
T dphi(T x) {
  return x > 0 ? 1 : std::exp(x);
}

/// Pair by pair, in numbers of type T.
template <typename T = double>
LinearTruth<T> plain(const LinearProblem& p) {
  using Row = std::vector<T>;
  const auto size = [](const Array& a) { return static_cast<std::size_t>(a.size()); };
  LinearTruth<T> t{Row(size(p.g)), Row(size(p.q)), Row(size(p.k)), Row(size(p.v))};
  const AttentionShape& s = p.s;
  const auto at = [&](std::int64_t b, std::int64_t h, std::int64_t row, std::int64_t rows, std::int64_t d) {
    return static_cast<std::size_t>(((b * rows + row) * s.heads + h) * d);
  };
  const auto value = [](const Array& a, std::size_t i) { return T{a.values()[i]}; };
  for (std::int64_t head = 0; head < s.batch * s.heads; ++head) {
    const std::int64_t b = head / s.heads, h = head % s.heads;
    for (std::int64_t i = 0; i < s.queries; ++i) {
      const std::size_t qi = at(b, h, i, s.queries, s.key_dim), oi = at(b, h, i, s.queries, s.value_dim);
      const auto dk = static_cast<std::size_t>(s.key_dim), dv = static_cast<std::size_t>(s.value_dim);
      Row weight(static_cast<std::size_t>(s.keys));
      T total = 0, mean = 0;
      for (std::size_t j = 0; j < weight.size(); ++j) {
        const std::size_t kj = at(b, h, static_cast<std::int64_t>(j), s.keys, s.key_dim);
        for (std::size_t d = 0; p.rule.allows(b, h, i, static_cast<std::int64_t>(j)) && d < dk; ++d)
          weight[j] += phi(value(p.q, qi + d)) * phi(value(p.k, kj + d));
        total += weight[j];
      }
      if (total == 0) {
        ++t.blind;
        continue;
      }
      const auto value_at = [&](std::size_t j) {
        return at(b, h, static_cast<std::int64_t>(j), s.keys, s.value_dim);
      };
      for (std::size_t j = 0; j < weight.size(); ++j) {
        for (std::size_t d = 0; d < dv; ++d) t.out[oi + d] += weight[j] / total * value(p.v, value_at(j) + d);
      }
      for (std::size_t d = 0; d < dv; ++d) mean += value(p.g, oi + d) * t.out[oi + d];
      for (std::size_t j = 0; j < weight.size(); ++j) {
        if (!p.rule.allows(b, h, i, static_cast<std::int64_t>(j))) continue;
        const std::size_t kj = at(b, h, static_cast<std::int64_t>(j), s.keys, s.key_dim), vj = value_at(j);
        T slope = -mean;
        for (std::size_t d = 0; d < dv; ++d) {
          slope += value(p.g, oi + d) * value(p.v, vj + d);
          t.dv[vj + d] += weight[j] / total * value(p.g, oi + d);
        }
        for (std::size_t d = 0; d < dk; ++d) {
          const T q = value(p.q, qi + d), k = value(p.k, kj + d);
          t.dq[qi + d] += slope / total * phi(k) * dphi(q);
          t.dk[kj + d] += slope / total * phi(q) * dphi(k);
        }
      }
    }
  }
  return t;
}

struct LinearResult {
  Array out, inverses, dq, dk, dv;
};

AttentionInputs inputs(const LinearProblem& p) {
  return {heads_of(p.q.data(), p.s, p.s.queries, p.s.key_dim),
          heads_of(p.k.data(), p.s, p.s.keys, p.s.key_dim),
          heads_of(p.v.data(), p.s, p.s.keys, p.s.value_dim)};
}

LinearResult run(const LinearProblem& p) {
  const AttentionShape& s = p.s;
  LinearResult r{Array(p.g.shape()), Array({s.batch, s.heads, s.queries}), Array(p.q.shape()),
                 Array(p.k.shape()), Array(p.v.shape())};
  linear_attention_forward(s, inputs(p), p.rule.mask,
                           heads_of(r.out.mutable_data(), s, s.queries, s.value_dim),
                           r.inverses.mutable_data());
  linear_attention_backward(s, inputs(p), p.rule.mask,
                            heads_of(std::as_const(r.out).data(), s, s.queries, s.value_dim),
                            r.inverses.data(), heads_of(p.g.data(), s, s.queries, s.value_dim),
                            {heads_of(r.dq.mutable_data(), s, s.queries, s.key_dim),
                             heads_of(r.dk.mutable_data(), s, s.keys, s.key_dim),
                             heads_of(r.dv.mutable_data(), s, s.keys, s.value_dim)});
  return r;
}

void check(const LinearTruth<double>& truth, const LinearResult& r) {
  const double tolerance = testing::tolerance(2e-5, 4e-14);
  REQUIRE(testing::gap(r.out, truth.out) < tolerance);
  REQUIRE(testing::gap(r.dq, truth.dq) < 3 * tolerance);
  REQUIRE(testing::gap(r.dk, truth.dk) < 3 * tolerance);
  REQUIRE(testing::gap(r.dv, truth.dv) < 3 * tolerance);
}

bool same(const LinearResult& a, const LinearResult& b) {
  return identical(a.out, b.out) && identical(a.dq, b.dq) && identical(a.dk, b.dk) && identical(a.dv, b.dv);
}

}  // namespace

TEST_CASE(
    "linear attention agrees with its formulas in 10,000 random cases, and gives 0 where nothing is seen") {
  Rng rng(1);
  std::int64_t blind = 0;
  for (int round = 0; round < 10'000; ++round) {
    const LinearProblem p = random_linear(rng, {1 + rng.integer(2), 1 + rng.integer(2), 1 + rng.integer(6),
                                                1 + rng.integer(6), 1 + rng.integer(3), 1 + rng.integer(3)});
    const LinearTruth<double> truth = plain(p);
    INFO("round " << round);
    check(truth, run(p));
    blind += truth.blind;
  }
  CHECK(blind > 5'000);
}

TEST_CASE("linear attention agrees with its formulas at the edges of chunks and segments") {
  Rng rng(2);
  for (const std::int64_t queries : {63, 64, 65, 128}) {
    const LinearProblem p = random_linear(rng, {1, 1, queries, 1 + rng.integer(200), 5, 3});
    INFO(queries << " queries, " << p.s.keys << " keys");
    check(plain(p), run(p));
  }
  LinearProblem two_segments = random_linear(rng, {1, 1, 1025, 1026, 1, 1});
  two_segments.rule = {Mask::causal(1), [](auto, auto, auto q, auto k) { return k <= q + 1; }};
  check(plain(two_segments), run(two_segments));
  for (const std::int64_t keys : {1025, 2049}) {  // more than one segment of keys that all queries see
    LinearProblem p = random_linear(rng, {1, 2, 3, keys, 2, 2});
    p.rule = {Mask::causal(keys - 3), [=](auto, auto, auto q, auto k) { return k <= q + keys - 3; }};
    check(plain(p), run(p));
  }
}

TEST_CASE(
    "linear attention is as exact as its pairs: errors at most 2 times theirs forward, 3 times backward") {
  Rng rng(6);
  LinearProblem p = random_linear(rng, {1, 1, 300, 300, 8, 8});
  p.rule = {Mask::causal(), [](auto, auto, auto q, auto k) { return k <= q; }};
  const LinearTruth<double> truth = plain(p);
  const LinearTruth<Scalar> pairs = plain<Scalar>(p);
  const LinearResult r = run(p);
  const double least = testing::tolerance(0, 2e-14);  // in double the pairs are the truth
  const auto error = [&](const std::vector<Scalar>& got, const std::vector<double>& want) {
    return testing::gap(Array({static_cast<std::int64_t>(got.size())}, got), want) + least;
  };
  CHECK(testing::gap(r.out, truth.out) <= 2 * error(pairs.out, truth.out));
  CHECK(testing::gap(r.dq, truth.dq) <= 3 * error(pairs.dq, truth.dq));
  CHECK(testing::gap(r.dk, truth.dk) <= 3 * error(pairs.dk, truth.dk));
  CHECK(testing::gap(r.dv, truth.dv) <= 3 * error(pairs.dv, truth.dv));
}

TEST_CASE(
    "linear attention gives the same bytes with any number of threads, and padding and future change none") {
  Rng rng(3);
  LinearProblem p = random_linear(rng, {2, 2, 2100, 2100, 8, 8});
  std::vector<std::int32_t> ids(2 * 2100, 1);
  std::fill_n(ids.begin() + 1900, 200, 0);
  p.rule.mask = Mask::padding(ids, 2, 2100) & Mask::causal();
  set_threads(1);
  const LinearResult once = run(p);
  for (const int count : {2, 3, 4}) {
    set_threads(count);
    CHECK(same(run(p), once));
  }
  LinearProblem changed = p;
  for (std::int64_t i = 1900 * 16; i < 2100 * 16; ++i)  // of the first row of the batch
    changed.k.mutable_data()[i] = changed.v.mutable_data()[i] = Scalar(1e12);
  for (std::int64_t i = 2100 * 16 + 1000 * 16; i < 2 * 2100 * 16; ++i)  // the future of the second
    changed.k.mutable_data()[i] = changed.v.mutable_data()[i] = Scalar(1e12);
  const LinearResult other = run(changed);
  CHECK(std::equal(once.out.data(), once.out.data() + (2100 + 1000) * 16, other.out.data()));
  CHECK(std::equal(once.dq.data(), once.dq.data() + (2100 + 1000) * 16, other.dq.data()));
}

TEST_CASE("a query that sees nothing gives 0 and passes no gradient in linear attention, even as NaN") {
  Rng rng(4);
  LinearProblem p = random_linear(rng, {1, 1, 70, 70, 3, 2});
  p.rule = {Mask::causal(-66), [](auto, auto, auto q, auto k) { return k <= q - 66; }};
  LinearProblem bad = p;
  std::fill_n(bad.q.mutable_data(), 66 * 3, std::numeric_limits<Scalar>::quiet_NaN());
  const LinearResult clean = run(p), r = run(bad);
  CHECK(same(clean, r));
  CHECK(std::all_of(r.out.data(), r.out.data() + 66 * 2, [](Scalar x) { return x == 0; }));
  CHECK(std::all_of(r.dk.data() + 4 * 3, r.dk.data() + 70 * 3, [](Scalar x) { return x == 0; }));
}

TEST_CASE("decoding with a linear state agrees with attention to all at once") {
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    const AttentionShape s{2, 2, 1 + rng.integer(100), 0, 3, 2};
    LinearProblem p = random_linear(rng, {s.batch, s.heads, s.queries, s.queries, s.key_dim, s.value_dim});
    p.rule = {Mask::causal(), [](auto, auto, auto q, auto k) { return k <= q; }};
    const LinearTruth<double> truth = plain(p);
    LinearState state = LinearState::empty(s.batch, s.heads, s.key_dim, s.value_dim);
    Array out(p.g.shape());
    for (std::int64_t from = 0, steps; from < s.queries; from += steps) {
      steps = 1 + rng.integer(s.queries - from);
      AttentionInputs next = inputs(p);
      for (HeadsView<const Scalar>* x : {&next.query, &next.key, &next.value}) x->data += from * x->row;
      HeadsView<Scalar> to = heads_of(out.mutable_data(), p.s, s.queries, s.value_dim);
      to.data += from * to.row;
      linear_attention_extend({s.batch, s.heads, steps, steps, s.key_dim, s.value_dim}, next, Mask::causal(),
                              state, to);
    }
    REQUIRE(testing::gap(out, truth.out) < testing::tolerance(2e-5, 4e-14));
    // Without keys it only reads: the last query again.
    Array last({s.batch, 1, s.heads, s.value_dim});
    AttentionInputs again = inputs(p);
    again.query.data += (s.queries - 1) * again.query.row;
    linear_attention_extend({s.batch, s.heads, 1, 0, s.key_dim, s.value_dim}, again, Mask(), state,
                            heads_of(last.mutable_data(), p.s, 1, s.value_dim));
    const std::int64_t width = s.heads * s.value_dim;
    for (std::int64_t i = 0; i < s.batch * width; ++i) {
      const Scalar want = out.data()[(i / width * s.queries + s.queries - 1) * width + i % width];
      REQUIRE(std::abs(last.data()[i] - want) < testing::tolerance(2e-5, 4e-14));
    }
  }
  LinearState wrong = LinearState::empty(1, 1, 2, 2);
  const LinearProblem p = random_linear(rng, {1, 1, 1, 1, 3, 2});
  Array out(p.g.shape());
  CHECK_THROWS_AS(
      linear_attention_extend(p.s, inputs(p), Mask(), wrong, heads_of(out.mutable_data(), p.s, 1, 2)),
      ShapeError);
}

TEST_CASE("linear attention says which rule it cannot express") {
  const std::vector<std::int32_t> ids{4, 0, 4};
  CHECK((Mask::causal(3) & Mask::padding(ids, 1, 3) & Mask::causal(1)).causal_offset() == 1);
  CHECK(Mask::causal(1).queries_from(2).causal_offset() == 3);
  CHECK(Mask::padding(ids, 1, 3).with_extra_keys(3).causal_offset() > 1'000'000'000);
  const auto says = [](const Mask& mask, const std::string& what) {
    CHECK_THROWS_WITH((Mask::causal() & mask).causal_offset(), Catch::Matchers::EndsWith(", not " + what));
  };
  says(Mask::window({.before = 2}), "a window");
  says(Mask::first_global(1), "global positions");
  says(Mask::random_blocks({.keys = 4}), "random blocks");
  says(Mask::dense({2, 2}, {1, 0, 1, 1}), "a table with a row for each query");
  says(Mask::causal() | Mask::padding(ids, 1, 3), "rules joined by |");
  says(Mask::causal().with_extra_keys(3), "keys for all behind a causal rule");
}

}  // namespace heed
