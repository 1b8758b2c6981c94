#include "lib/array/relative_positions.hpp"

#include <algorithm>

#include "lib/array/scratch.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

enum class Scratch : std::size_t { skewed, count };

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
  Scalar* const products = scratch(Scratch::skewed, queries_ * count_);
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
  Scalar* const sums = scratch(Scratch::skewed, queries_ * count_);
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
