#include "lib/array/attention_rule.hpp"

#include <algorithm>
#include <limits>

#include "lib/array/scratch.hpp"
#include "lib/array/simd.hpp"

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

namespace {

enum class SkewScratch : std::size_t { skewed, count };

}  // namespace

RelativeBlock::RelativeBlock(const Array& table, std::int64_t first_query, const PairBlock& b)
    : clip_((table.dim(0) - 1) / 2),
      dim_(table.dim(1)),
      queries_(b.queries),
      keys_(b.keys),
      distance_(b.key - b.query - first_query) {
  first_ = std::clamp(distance_ - (queries_ - 1), -clip_, clip_) + clip_;
  count_ = std::clamp(distance_ + keys_ - 1, -clip_, clip_) + clip_ - first_ + 1;
  rows_ = table.data() + first_ * dim_;
}

RelativeBlock::Runs RelativeBlock::runs(std::int64_t i) const {
  const std::int64_t start = distance_ - i;  // of key 0
  const std::int64_t near = std::clamp<std::int64_t>(-clip_ - start, 0, keys_);
  return {near, std::clamp<std::int64_t>(clip_ + 1 - start, near, keys_), start + near + clip_ - first_};
}

void RelativeBlock::add_products(Scalar scale, MatrixView x, Scalar* y, std::int64_t pitch) const {
  Scalar* const products = scratch(SkewScratch::skewed, queries_ * count_);
  serial_gemm(queries_, count_, dim_, scale, x, {rows_, dim_, true}, 0, products, count_);
  for (std::int64_t i = 0; i < queries_; ++i) {
    const Scalar* from = products + i * count_;
    Scalar* to = y + i * pitch;
    const auto [near, far, row] = runs(i);
    for (std::int64_t j = 0; j < near; ++j) to[j] += from[0];
    for (std::int64_t j = near; j < far; ++j) to[j] += from[row + j - near];
    for (std::int64_t j = far; j < keys_; ++j) to[j] += from[count_ - 1];
  }
}

MatrixView RelativeBlock::collect(const Scalar* p, std::int64_t pitch) const {
  Scalar* const sums = scratch(SkewScratch::skewed, queries_ * count_);
  std::fill_n(sums, queries_ * count_, Scalar{0});
  for (std::int64_t i = 0; i < queries_; ++i) {
    const Scalar* from = p + i * pitch;
    Scalar* to = sums + i * count_;
    const auto [near, far, row] = runs(i);
    std::copy(from + near, from + far, to + (near < far ? row : 0));
    if (near > 0) to[0] += simd::sum_row(near, from);
    if (far < keys_) to[count_ - 1] += simd::sum_row(keys_ - far, from + far);
  }
  return {sums, count_};
}

void RelativeBlock::add_rows(Scalar scale, MatrixView collected, Scalar* y, std::int64_t stride) const {
  serial_gemm(queries_, dim_, count_, scale, collected, {rows_, dim_}, 1, y, stride);
}

void RelativeBlock::add_gradient(Scalar scale, MatrixView collected, MatrixView x, Scalar* dtable) const {
  collected.transposed = true;
  serial_gemm(count_, dim_, queries_, scale, collected, x, 1, dtable + first_ * dim_, dim_);
}

}  // namespace heed
