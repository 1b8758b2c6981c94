// Token ids: integers, to which no gradient ever flows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lib/core/error_types.hpp"
#include "lib/core/shape.hpp"

namespace heed {

/// Ids in row-major order, usually (B, T).
class Tokens {
 public:
  Tokens() = default;
  /// Throws ShapeError if the number of ids is not shape.size().
  Tokens(const Shape& shape, std::vector<std::int32_t> ids) : shape_(shape), ids_(std::move(ids)) {
    if (static_cast<std::int64_t>(ids_.size()) != shape_.size())
      throw ShapeError("[tokens] " + std::to_string(ids_.size()) + " ids for shape " + to_string(shape_));
  }

  const Shape& shape() const { return shape_; }
  std::int64_t dim(int axis) const { return shape_.dim(axis); }
  std::int64_t size() const { return shape_.size(); }
  std::span<const std::int32_t> ids() const { return ids_; }
  std::int32_t operator[](std::int64_t i) const { return ids_[static_cast<std::size_t>(i)]; }
  Tokens reshape(const Shape& shape) const { return {shape, ids_}; }

 private:
  Shape shape_{0};
  std::vector<std::int32_t> ids_;
};

}  // namespace heed
