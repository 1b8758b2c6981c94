#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/array/blockwise_scores.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using namespace blockwise;
using simd::Batch;

// Queries that share the turning round of a block of keys.
constexpr std::int64_t query_group = 8 * query_block;

/// Sums up a query's scores so far.
struct Running {
  Scalar top = -std::numeric_limits<Scalar>::infinity();
  Scalar sum = 0;
};

/// scores -> exp(scores - top) with the new top, n of them; returns e^(old top - new top), by which all
/// earlier ones shrink.
Scalar advance(Running& r, Scalar* x, std::int64_t n) {
  const Scalar top = std::max(r.top, simd::max_row(x, n));
  if (top == -std::numeric_limits<Scalar>::infinity()) {
    // Nothing may be chosen so far, unless a NaN hides among the -inf: that one must not be lost.
    for (std::int64_t j = 0; j < n; ++j) r.sum += x[j] = std::isnan(x[j]) ? x[j] : Scalar{0};
    return 1;
  }
  const Batch total = simd::map_and_sum_row(
      n, x, [top](Batch v) { return xsimd::exp(v - top); }, x);
  const Scalar shrink = top == r.top ? 1 : std::exp(r.top - top);
  r = {top, r.sum * shrink + simd::sum_lanes(total)};
  return shrink;
}

/// One group of queries of one head.
void forward_group(const Head& head, std::int64_t first, const HeadsView<Scalar>& out, Scalar* statistics) {
  const AttentionShape& s = head.s;
  const std::int64_t end = std::min(first + query_group, s.queries);
  Scalar* const result = out.at(head.b(), head.h());
  Scalar* const p = scratch(Scratch::scores, block_scores);
  Scalar* const turned = scratch(Scratch::turned_keys, s.key_dim * key_block);
  std::array<Running, query_group> running;
  for (std::int64_t i = first; i < end; ++i) std::fill_n(result + i * out.row, s.value_dim, Scalar{0});
  for (std::int64_t key = 0; key < s.keys; key += key_block) {
    bool is_turned = false;
    for (std::int64_t query = first; query < end; query += query_block) {
      const Block t{query, std::min(query_block, end - query), key, std::min(key_block, s.keys - key)};
      const Coverage coverage = head.coverage(t);
      if (coverage == Coverage::none) continue;
      if (!is_turned)
        copy_transposed(head.at(head.in.key, key), head.in.key.row, s.key_dim, t.keys, turned, key_block);
      is_turned = true;
      head.scores(t, coverage, turned, p);
      for (std::int64_t i = 0; i < t.queries; ++i) {
        Scalar* row = p + i * key_block;
        const Scalar shrink = advance(running[static_cast<std::size_t>(query - first + i)], row, t.keys);
        Scalar* to = result + (query + i) * out.row;
        if (shrink != 1) simd::scale_row(s.value_dim, to, shrink, to);
        if (head.rule.dropout > 0) head.drop(t, i, row, row);
      }
      serial_gemm(t.queries, s.value_dim, t.keys, 1, {p, key_block},
                  {head.at(head.in.value, key), head.in.value.row}, 1, result + query * out.row, out.row);
      if (head.rule.relative_value.defined()) {
        const RelativeBlock relative = head.relative(head.rule.relative_value, t);
        relative.add_rows(1, relative.collect(p, key_block), result + query * out.row, out.row);
      }
    }
  }
  for (std::int64_t i = first; i < end; ++i) {
    const Running& r = running[static_cast<std::size_t>(i - first)];
    const Scalar inverse = r.sum == 0 ? 0 : 1 / r.sum;
    simd::scale_row(s.value_dim, result + i * out.row, inverse, result + i * out.row);
    if (statistics == nullptr) continue;
    Scalar* kept = statistics + (head.index * s.queries + i) * 2;
    kept[0] = r.sum == 0 ? 0 : r.top;
    kept[1] = inverse;
  }
}

}  // namespace

double blocks_left_out(const AttentionShape& s, const Mask& mask) {
  double least = mask.everyone() || s.batch == 0 ? 0 : 1;
  for (std::int64_t b = 0; b < s.batch && least > 0; ++b) {
    double blocks = 0, none = 0;
    for (std::int64_t i = 0; i < s.queries; i += query_block) {
      for (std::int64_t j = 0; j < s.keys; j += key_block) {
        blocks += 1;
        none += mask.coverage({b, 0, i, std::min(query_block, s.queries - i), j,
                               std::min(key_block, s.keys - j)}) == Coverage::none;
      }
    }
    least = std::min(least, none / std::max(blocks, 1.0));
  }
  return least;
}

void blockwise_attention_forward(const AttentionShape& s, const AttentionInputs& in,
                                 const AttentionRule& rule, const HeadsView<Scalar>& out,
                                 Scalar* statistics) {
  const std::int64_t groups = (s.queries + query_group - 1) / query_group;
  parallel_chunks(s.batch * s.heads * groups, [&](std::int64_t task) {
    forward_group({s, in, rule, task / groups}, task % groups * query_group, out, statistics);
  });
}

}  // namespace heed
