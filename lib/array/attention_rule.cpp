#include "lib/array/attention_rule.hpp"

#include <algorithm>
#include <limits>

namespace heed::inline HEED_PRECISION {

void add_biases(const AttentionShape& shape, const AttentionRule& rule, const ScoreRow& row, Scalar* scores) {
  if (rule.distance_bias.defined()) {
    const Scalar* from =
        rule.distance_bias.data() + row.head * shape.distances() + row.first - row.query + shape.queries - 1;
    for (std::int64_t j = 0; j < row.count; ++j) scores[j] += from[j];
  }
  if (rule.bias.defined()) {
    const std::int64_t at[] = {row.batch, row.head, row.query, row.first};
    std::int64_t place = 0;
    for (int axis = -rule.bias.rank(); axis < 0; ++axis)
      place = place * rule.bias.dim(axis) + (rule.bias.dim(axis) == 1 ? 0 : at[4 + axis]);
    const Scalar* from = rule.bias.data() + place;
    const std::int64_t step = rule.bias.rank() == 0 || rule.bias.dim(-1) == 1 ? 0 : 1;
    for (std::int64_t j = 0; j < row.count; ++j) scores[j] += from[j * step];
  }
}

void forbid(const Mask& mask, const ScoreRow& row, std::int64_t keys, Scalar* scores, std::uint8_t* buffer) {
  constexpr Scalar forbidden = -std::numeric_limits<Scalar>::infinity();
  const KeyRange seen = mask.visible(row.batch, row.head, row.query, keys);
  const std::int64_t begin = std::clamp<std::int64_t>(seen.begin - row.first, 0, row.count);
  const std::int64_t end = std::clamp<std::int64_t>(seen.end - row.first, begin, row.count);
  std::fill(scores, scores + begin, forbidden);
  std::fill(scores + end, scores + row.count, forbidden);
  if (seen.whole) return;
  mask.row(row.batch, row.head, row.query, row.first + begin, end - begin, buffer);
  for (std::int64_t j = begin; j < end; ++j) {
    const Scalar score = scores[j];
    scores[j] = buffer[j - begin] != 0 ? score : forbidden;
  }
}

void add_distance_gradient(const AttentionShape& shape, const ScoreRow& row, const Scalar* dscores,
                           Scalar* distance_bias) {
  Scalar* to = distance_bias + row.first - row.query + shape.queries - 1;
  for (std::int64_t j = 0; j < row.count; ++j) to[j] += dscores[j];
}

std::int64_t attention_pitch(std::int64_t keys) { return (keys + 15) / 16 * 16; }

std::int64_t dropout_place(const AttentionShape& shape, std::int64_t head_index, std::int64_t query) {
  const std::int64_t pitch = attention_pitch(shape.keys), scores = shape.queries * pitch;
  return head_index * ((scores + dropout_group - 1) / dropout_group * dropout_group) + query * pitch;
}

}  // namespace heed
