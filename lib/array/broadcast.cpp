#include "lib/array/broadcast.hpp"

namespace heed::inline HEED_PRECISION {

Broadcast::Broadcast(const char* op, std::initializer_list<Shape> operands)
    : operands_(static_cast<int>(operands.size())) {
  shape_ = *operands.begin();
  for (const Shape& shape : operands) shape_ = broadcast_shapes(op, shape_, shape);

  // Strides along the axes of the common shape, 0 where an operand is repeated.
  std::array<std::array<std::int64_t, Shape::max_rank>, max_operands> full{};
  std::size_t k = 0;
  for (const Shape& shape : operands) {
    std::int64_t stride = 1;
    for (int axis = shape.rank() - 1, at = shape_.rank() - 1; axis >= 0; --axis, --at) {
      full[k][static_cast<std::size_t>(at)] = shape[axis] == 1 ? 0 : stride;
      stride *= shape[axis];
    }
    ++k;
  }

  // Merge from the outside in: the pair (outer, inner) is one axis if for every operand outer = inner *
  // length, which also holds when both are 0. Axes of length 1 vanish.
  std::size_t count = 0;
  for (int axis = 0; axis < shape_.rank(); ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const std::int64_t length = shape_[axis];
    if (length == 1) continue;
    bool merges = count > 0;
    for (int operand = 0; merges && operand < operands_; ++operand) {
      const auto o = static_cast<std::size_t>(operand);
      merges = strides_[o][count - 1] == full[o][a] * length;
    }
    if (!merges) dims_[count++] = 1;
    dims_[count - 1] *= length;
    for (std::size_t o = 0; o < static_cast<std::size_t>(operands_); ++o) strides_[o][count - 1] = full[o][a];
  }
  if (count == 0) dims_[count++] = 1;
  inner_ = count - 1;
}

Broadcast::Offsets Broadcast::offsets(std::int64_t run) const {
  Offsets offset{};
  for (std::size_t axis = inner_; axis-- > 0;) {
    const std::int64_t i = run % dims_[axis];
    run /= dims_[axis];
    for (std::size_t k = 0; k < static_cast<std::size_t>(operands_); ++k) offset[k] += i * strides_[k][axis];
  }
  return offset;
}

}  // namespace heed
