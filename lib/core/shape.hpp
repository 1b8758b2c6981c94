// Shapes: the lengths of an array's axes, outermost first. (B, T, C) is batch, time, channels.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace heed {

/// Lengths of the axes of a row-major array, at most eight of them; () is a scalar. Kept inline: a shape
/// never allocates.
class Shape {
 public:
  static constexpr int max_rank = 8;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> dims) : Shape(std::span(dims.begin(), dims.size())) {}
  /// Throws ShapeError if an axis is negative or there are more than eight.
  explicit Shape(std::span<const std::int64_t> dims);

  int rank() const { return rank_; }
  /// Number of elements: the product of the axes, 1 for a scalar. Throws ShapeError if it exceeds 2^63 - 1.
  std::int64_t size() const;
  /// Length of an axis; -1 is the last one. Throws ShapeError if there is no such axis.
  std::int64_t dim(int axis) const;
  /// -1 becomes rank - 1. Throws ShapeError, naming `op`, if there is no such axis.
  int normalize_axis(int axis, const char* op) const;

  std::int64_t operator[](int axis) const { return dims_[axis]; }
  std::int64_t& operator[](int axis) { return dims_[axis]; }
  const std::int64_t* begin() const { return dims_.data(); }
  const std::int64_t* end() const { return dims_.data() + rank_; }

  void append(std::int64_t dim);
  Shape with(int axis, std::int64_t dim) const;
  Shape without_axis(int axis) const;
  /// The first `count` axes, and those from axis `first` on.
  Shape head(int count) const { return Shape(std::span(begin(), static_cast<std::size_t>(count))); }
  Shape tail(int first) const {
    return Shape(std::span(begin() + first, static_cast<std::size_t>(rank_ - first)));
  }

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  std::array<std::int64_t, max_rank> dims_{};
  int rank_ = 0;
};

/// "(2, 3)", "(4,)", "()": as Python prints a tuple.
std::string to_string(const Shape& shape);

/// The shape of `a` op `b` under NumPy's rule: axes are aligned at the end, and an axis of length 1 is
/// repeated. Throws ShapeError that names `op` and both shapes.
Shape broadcast_shapes(const char* op, const Shape& a, const Shape& b);

/// The coordinates of element i of a row-major array.
Shape coordinates(const Shape& shape, std::int64_t i);

/// Says if `from` becomes `to` by repeating it under that rule.
bool broadcasts_to(const Shape& from, const Shape& to);

}  // namespace heed
