#include "lib/array/attention.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "lib/array/gemm.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/softmax.hpp"

namespace heed {
namespace {

/// Scratch of one thread, kept between calls.
Scalar* scratch(std::size_t slot, std::int64_t size) {
  thread_local std::array<std::vector<Scalar>, 2> buffers;
  std::vector<Scalar>& buffer = buffers[slot];
  if (static_cast<std::int64_t>(buffer.size()) < size) buffer.resize(static_cast<std::size_t>(size));
  return buffer.data();
}

/// Scores of one head -> weights, in place, rows of `pitch` filled up with zeros. The scores of forbidden
/// keys are replaced before the softmax, so that no arithmetic ever sees them.
void masked_softmax(const Mask& mask, std::int64_t b, std::int64_t h, const AttentionShape& s,
                    std::int64_t pitch, Scalar* scores) {
  constexpr Scalar forbidden = -std::numeric_limits<Scalar>::infinity();
  thread_local std::vector<std::uint8_t> buffer;
  buffer.resize(static_cast<std::size_t>(pitch));
  std::uint8_t* allowed = buffer.data();
  for (std::int64_t i = 0; i < s.queries; ++i) {
    Scalar* row = scores + i * pitch;
    const KeyRange keys = mask.visible(b, h, i, s.keys);
    std::fill(row, row + keys.begin, forbidden);
    if (!keys.whole) {
      const std::int64_t count = keys.end - keys.begin;
      Scalar* seen = row + keys.begin;
      mask.row(b, h, i, keys.begin, count, allowed);
      for (std::int64_t j = 0; j < count; ++j) {
        const Scalar score = seen[j];
        seen[j] = allowed[j] != 0 ? score : forbidden;
      }
    }
    std::fill(row + keys.end, row + pitch, forbidden);
  }
  // A loop of its own: a vector load right behind the small stores above would have to wait for them.
  for (std::int64_t i = 0; i < s.queries; ++i) softmax_row(scores + i * pitch, pitch);
}

/// x ∘ D for the scores of one head, whose factors have a place of their own in the stream.
void drop(const AttentionRule& rule, std::int64_t head_index, std::int64_t scores, const Scalar* x,
          Scalar* y) {
  const std::int64_t place = (scores + dropout_group - 1) / dropout_group * dropout_group;
  multiply_by_dropout(rule.stream, rule.dropout, head_index * place, scores, x, y);
}

/// body(b, h, index) for all heads of all batches, in parallel.
template <typename Body>
void for_each_head(const AttentionShape& s, double passes, Body body) {
  const double cost = static_cast<double>(s.queries * s.keys) *
                          (passes * 2 * static_cast<double>(s.key_dim + s.value_dim) / 50 + 1) +
                      500;
  parallel_ranges(s.batch * s.heads, cost, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) body(i / s.heads, i % s.heads, i);
  });
}

}  // namespace

std::int64_t attention_pitch(std::int64_t keys) { return (keys + 15) / 16 * 16; }

void attention_forward(const AttentionShape& s, const HeadsView<const Scalar>& query,
                       const HeadsView<const Scalar>& key, const HeadsView<const Scalar>& value,
                       const AttentionRule& rule, const HeadsView<Scalar>& out, Scalar* weights) {
  const std::int64_t pitch = attention_pitch(s.keys), scores = s.queries * pitch;
  for_each_head(s, 1, [&](std::int64_t b, std::int64_t h, std::int64_t index) {
    Scalar* p = weights != nullptr ? weights + index * scores : scratch(0, scores);
    serial_gemm(s.queries, s.keys, s.key_dim, rule.scale, {query.at(b, h), query.row},
                {key.at(b, h), key.row, true}, 0, p, pitch);
    masked_softmax(rule.mask, b, h, s, pitch, p);
    const Scalar* used = p;
    if (rule.dropout > 0) {
      Scalar* dropped = scratch(1, scores);
      drop(rule, index, scores, p, dropped);
      used = dropped;
    }
    serial_gemm(s.queries, s.value_dim, s.keys, 1, {used, pitch}, {value.at(b, h), value.row}, 0,
                out.at(b, h), out.row);
  });
}

void attention_backward(const AttentionShape& s, const HeadsView<const Scalar>& query,
                        const HeadsView<const Scalar>& key, const HeadsView<const Scalar>& value,
                        const AttentionRule& rule, const Scalar* weights, const HeadsView<const Scalar>& g,
                        const HeadsView<Scalar>& dquery, const HeadsView<Scalar>& dkey,
                        const HeadsView<Scalar>& dvalue) {
  const std::int64_t pitch = attention_pitch(s.keys), scores = s.queries * pitch;
  for_each_head(s, 2, [&](std::int64_t b, std::int64_t h, std::int64_t index) {
    const Scalar* p = weights + index * scores;
    if (dvalue.data != nullptr) {
      const Scalar* used = p;
      if (rule.dropout > 0) {
        Scalar* dropped = scratch(1, scores);
        drop(rule, index, scores, p, dropped);
        used = dropped;
      }
      serial_gemm(s.keys, s.value_dim, s.queries, 1, {used, pitch, true}, {g.at(b, h), g.row}, 0,
                  dvalue.at(b, h), dvalue.row);
    }
    if (dquery.data == nullptr && dkey.data == nullptr) return;
    Scalar* ds = scratch(0, scores);
    serial_gemm(s.queries, s.keys, s.value_dim, 1, {g.at(b, h), g.row}, {value.at(b, h), value.row, true}, 0,
                ds, pitch);
    for (std::int64_t i = 0; i < s.queries; ++i)
      std::fill(ds + i * pitch + s.keys, ds + (i + 1) * pitch, Scalar{0});
    if (rule.dropout > 0) drop(rule, index, scores, ds, ds);
    for (std::int64_t i = 0; i < s.queries; ++i) softmax_backward_row(p + i * pitch, ds + i * pitch, pitch);
    if (dquery.data != nullptr) {
      serial_gemm(s.queries, s.key_dim, s.keys, rule.scale, {ds, pitch}, {key.at(b, h), key.row}, 0,
                  dquery.at(b, h), dquery.row);
    }
    if (dkey.data != nullptr) {
      serial_gemm(s.keys, s.key_dim, s.queries, rule.scale, {ds, pitch, true}, {query.at(b, h), query.row}, 0,
                  dkey.at(b, h), dkey.row);
    }
  });
}

}  // namespace heed
