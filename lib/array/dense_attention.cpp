#include "lib/array/dense_attention.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "lib/array/attention_rule.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/row_softmax.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// All pairs of a head.
RelativeBlock relative_pairs(const AttentionShape& s, const AttentionRule& rule, const Array& table) {
  return {table, rule.first_query, {0, 0, 0, s.queries, 0, s.keys}};
}

/// scale q·k of one head -> weights, in place, rows of `pitch` filled up with zeros.
void masked_softmax(const AttentionShape& s, const AttentionRule& rule, std::int64_t b, std::int64_t h,
                    std::int64_t pitch, Scalar* scores) {
  constexpr Scalar forbidden = -std::numeric_limits<Scalar>::infinity();
  thread_local std::vector<std::uint8_t> buffer;
  buffer.resize(static_cast<std::size_t>(pitch));
  for (std::int64_t i = 0; i < s.queries; ++i) {
    Scalar* row = scores + i * pitch;
    if (rule.has_bias()) add_biases(s, rule, {b, h, i, 0, s.keys}, row);
    forbid(rule.mask, {b, h, i, 0, s.keys}, s.keys, row, buffer.data());
    std::fill(row + s.keys, row + pitch, forbidden);
  }
  // A loop of its own: a vector load right behind the small stores above would have to wait for them.
  for (std::int64_t i = 0; i < s.queries; ++i) softmax_row(scores + i * pitch, pitch);
}

/// x ∘ D for the scores of one head, in `memory`; x where nothing is dropped.
const Scalar* dropped(const AttentionShape& s, const AttentionRule& rule, std::int64_t head_index,
                      std::int64_t scores, const Scalar* x, Array& memory) {
  if (rule.dropout == 0) return x;
  memory = Array({scores});
  multiply_by_dropout(rule.stream, rule.dropout, dropout_place(s, head_index, 0), scores, x,
                      memory.mutable_data());
  return memory.data();
}

/// body(b, h, index) for all heads of all batches, in parallel.
template <typename Body>
void for_each_head(const AttentionShape& s, double passes, Body body) {
  const double cost = static_cast<double>(s.queries * s.keys) *
                          (passes * 2 * static_cast<double>(s.key_dim + s.value_dim) / 50 + 1) +
                      500;
  parallel_for(s.batch * s.heads, cost, [&](std::int64_t i) { body(i / s.heads, i % s.heads, i); });
}

}  // namespace

void dense_attention_forward(const AttentionShape& s, const AttentionInputs& in, const AttentionRule& rule,
                             const HeadsView<Scalar>& out, Scalar* weights) {
  const std::int64_t pitch = attention_pitch(s.keys), scores = s.queries * pitch;
  for_each_head(s, 1, [&](std::int64_t b, std::int64_t h, std::int64_t index) {
    // From the pool, and given back: so many numbers are not for keeping.
    Array own_scores = weights != nullptr ? Array() : Array({scores}), factored;
    Scalar* p = weights != nullptr ? weights + index * scores : own_scores.mutable_data();
    serial_gemm(s.queries, s.keys, s.key_dim, rule.scale, {in.query.at(b, h), in.query.row},
                {in.key.at(b, h), in.key.row, true}, 0, p, pitch);
    if (rule.relative_key.defined()) {
      relative_pairs(s, rule, rule.relative_key)
          .add_products(rule.scale, {in.query.at(b, h), in.query.row}, p, pitch);
    }
    masked_softmax(s, rule, b, h, pitch, p);
    const Scalar* used = dropped(s, rule, index, scores, p, factored);
    serial_gemm(s.queries, s.value_dim, s.keys, 1, {used, pitch}, {in.value.at(b, h), in.value.row}, 0,
                out.at(b, h), out.row);
    if (rule.relative_value.defined()) {
      const RelativeBlock relative = relative_pairs(s, rule, rule.relative_value);
      relative.add_rows(1, relative.collect(used, pitch), out.at(b, h), out.row);
    }
  });
}

void dense_attention_backward(const AttentionShape& s, const AttentionInputs& in, const AttentionRule& rule,
                              const Scalar* weights, const HeadsView<const Scalar>& g,
                              const AttentionGradients& to) {
  const std::int64_t pitch = attention_pitch(s.keys), scores = s.queries * pitch;
  for_each_head(s, 2, [&](std::int64_t b, std::int64_t h, std::int64_t index) {
    Array factored;
    const Scalar *p = weights + index * scores, *used = dropped(s, rule, index, scores, p, factored);
    serial_gemm(s.keys, s.value_dim, s.queries, 1, {used, pitch, true}, {g.at(b, h), g.row}, 0,
                to.value.at(b, h), to.value.row);
    if (to.relative_value != nullptr) {
      const RelativeBlock relative = relative_pairs(s, rule, rule.relative_value);
      relative.add_gradient(1, relative.collect(used, pitch), {g.at(b, h), g.row},
                            to.relative_value + index * rule.relative_value.size());
    }
    Array dscores({scores});
    Scalar* ds = dscores.mutable_data();
    serial_gemm(s.queries, s.keys, s.value_dim, 1, {g.at(b, h), g.row},
                {in.value.at(b, h), in.value.row, true}, 0, ds, pitch);
    if (rule.relative_value.defined())
      relative_pairs(s, rule, rule.relative_value).add_products(1, {g.at(b, h), g.row}, ds, pitch);
    for (std::int64_t i = 0; i < s.queries; ++i)
      std::fill(ds + i * pitch + s.keys, ds + (i + 1) * pitch, Scalar{0});
    if (rule.dropout > 0)
      multiply_by_dropout(rule.stream, rule.dropout, dropout_place(s, index, 0), scores, ds, ds);
    for (std::int64_t i = 0; i < s.queries; ++i) softmax_backward_row(p + i * pitch, ds + i * pitch, pitch);
    serial_gemm(s.queries, s.key_dim, s.keys, rule.scale, {ds, pitch}, {in.key.at(b, h), in.key.row}, 0,
                to.query.at(b, h), to.query.row);
    serial_gemm(s.keys, s.key_dim, s.queries, rule.scale, {ds, pitch, true},
                {in.query.at(b, h), in.query.row}, 0, to.key.at(b, h), to.key.row);
    if (to.relative_key != nullptr) {
      const RelativeBlock relative = relative_pairs(s, rule, rule.relative_key);
      const MatrixView collected = relative.collect(ds, pitch);
      relative.add_rows(rule.scale, collected, to.query.at(b, h), to.query.row);
      relative.add_gradient(rule.scale, collected, {in.query.at(b, h), in.query.row},
                            to.relative_key + index * rule.relative_key.size());
    }
    if (to.distance_bias != nullptr) {
      for (std::int64_t i = 0; i < s.queries; ++i)
        add_distance_gradient(s, {b, h, i, 0, s.keys}, ds + i * pitch,
                              to.distance_bias + index * s.distances());
    }
  });
}

}  // namespace heed
