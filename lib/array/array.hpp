// Array: the value type of everything that is computed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lib/core/scalar.hpp"
#include "lib/core/shape.hpp"

namespace heed::inline HEED_PRECISION {

/// A cheap handle to one contiguous row-major buffer. Copies share the buffer; writing through mutable_data()
/// first makes it the handle's own (copy on write), so nobody sees another's changes. Functions on arrays are
/// eager.
class Array {
 public:
  /// No array at all: defined() is false, and every use but assignment is an error.
  Array() = default;
  /// Uninitialised elements.
  explicit Array(const Shape& shape);
  /// Row-major values; throws ShapeError if their number is not shape.size().
  Array(const Shape& shape, std::span<const Scalar> values);
  Array(const Shape& shape, std::initializer_list<Scalar> values)
      : Array(shape, std::span(values.begin(), values.size())) {}

  static Array full(const Shape& shape, Scalar value);
  static Array zeros(const Shape& shape) { return full(shape, 0); }
  static Array ones(const Shape& shape) { return full(shape, 1); }
  static Array scalar(Scalar value) { return full({}, value); }

  bool defined() const { return data_ != nullptr; }
  const Shape& shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  std::int64_t size() const { return size_; }
  std::int64_t dim(int axis) const { return shape_.dim(axis); }

  const Scalar* data() const { return data_.get(); }
  /// For writing; copies first if another handle shares the buffer.
  Scalar* mutable_data();
  std::span<const Scalar> values() const { return {data(), static_cast<std::size_t>(size_)}; }

  /// The only element; throws ShapeError if there is not exactly one.
  Scalar item() const;
  /// One element by its coordinates; throws ShapeError if they are outside.
  Scalar at(std::initializer_list<std::int64_t> index) const;

  /// The same elements in another shape, sharing the buffer. One axis may be -1: it takes what is left.
  Array reshape(std::initializer_list<std::int64_t> dims) const;
  Array reshape(const Shape& shape) const;

  /// Says if both handles look at the same buffer.
  bool shares(const Array& other) const { return data_ == other.data_; }

 private:
  std::shared_ptr<Scalar> data_;  // in memory of the pool
  Shape shape_;
  std::int64_t size_ = 0;
};

/// The shape with its one -1 replaced by what the elements of `from` leave for it; reshape() says if they do
/// not fit. Throws ShapeError.
Shape resolve_shape(std::span<const std::int64_t> dims, const Shape& from);

/// Says if shapes and all elements are equal, bit for bit (so NaN equals itself).
bool identical(const Array& a, const Array& b);

/// "[[1, 2], [3, 4]]" with `digits` significant digits; long axes are shortened to "…".
std::string to_string(const Array& array, int digits = 4);

}  // namespace heed
