#include "lib/array/array.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "lib/array/parallel.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

std::shared_ptr<Scalar> allocate(const Shape& shape) {
  // A zero-size array has an address too, so that defined() holds.
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(shape.size(), 1));
  const bool countable = size <= PTRDIFF_MAX / sizeof(Scalar);
  const std::size_t bytes = countable ? size * sizeof(Scalar) : SIZE_MAX;
  try {
    if (!countable) throw std::bad_alloc();
    return {static_cast<Scalar*>(pool_allocate(bytes)),
            [bytes](Scalar* memory) { pool_release(memory, bytes); }};
  } catch (const std::bad_alloc&) {
    throw MemoryError(fmt::format("[{}] {} for an array of {}", Computing::what(), bytes_text(bytes), shape));
  }
}

}  // namespace

Array::Array(const Shape& shape) : data_(allocate(shape)), shape_(shape), size_(shape.size()) {}

Array::Array(const Shape& shape, std::span<const Scalar> values) : Array(shape) {
  if (static_cast<std::int64_t>(values.size()) != size_) {
    throw_error<ShapeError>("[array] {} values for shape {}, which holds {}", values.size(), shape, size_);
  }
  std::copy(values.begin(), values.end(), data_.get());
}

Array Array::full(const Shape& shape, Scalar value) {
  Array a(shape);
  Scalar* out = a.data_.get();
  parallel_ranges(a.size_, 0.1,
                  [=](std::int64_t begin, std::int64_t end) { std::fill(out + begin, out + end, value); });
  return a;
}

Scalar* Array::mutable_data() {
  if (data_ == nullptr) throw_error<Error>("[array] writing to an array that was never given a value");
  if (data_.use_count() > 1) {
    std::shared_ptr<Scalar> own = allocate(shape_);
    std::copy_n(data_.get(), size_, own.get());
    data_ = std::move(own);
  }
  return data_.get();
}

Scalar Array::item() const {
  if (!defined() || size_ != 1)
    throw_error<ShapeError>("[item] needs exactly one element, the shape is {}", shape_);
  return *data();
}

Scalar Array::at(std::initializer_list<std::int64_t> index) const {
  bool inside = static_cast<int>(index.size()) == rank();
  std::int64_t offset = 0;
  for (int i = 0; inside && i < rank(); ++i) {
    const std::int64_t coordinate = index.begin()[i];
    inside = coordinate >= 0 && coordinate < shape_[i];
    offset = offset * shape_[i] + coordinate;
  }
  if (!inside) throw_error<ShapeError>("[at] index ({}) is outside shape {}", fmt::join(index, ", "), shape_);
  return data()[offset];
}

Shape resolve_shape(std::span<const std::int64_t> dims, const Shape& from) {
  std::int64_t known = 1;
  int open = -1;
  Shape shape;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < -1 || (dims[i] == -1 && open >= 0)) {
      throw_error<ShapeError>("[reshape] shape {} to ({}): one axis may be -1, none less", from,
                              fmt::join(dims, ", "));
    }
    if (dims[i] == -1) {
      open = static_cast<int>(i);
      shape.append(1);
    } else {
      shape.append(dims[i]);
      known *= dims[i];
    }
  }
  if (open >= 0 && known != 0) shape[open] = from.size() / known;
  return shape;
}

Array Array::reshape(std::initializer_list<std::int64_t> dims) const {
  return reshape(resolve_shape(std::span(dims.begin(), dims.size()), shape_));
}

Array Array::reshape(const Shape& shape) const {
  if (shape.size() != size_) {
    throw_error<ShapeError>("[reshape] shape {} has {} elements, {} has {}", shape_, size_, shape,
                            shape.size());
  }
  Array view = *this;
  view.shape_ = shape;
  return view;
}

bool identical(const Array& a, const Array& b) {
  return a.shape() == b.shape() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(Scalar)) == 0;
}

namespace {

void print_axis(std::string& text, const Array& array, int axis, std::int64_t offset, std::int64_t stride,
                int digits) {
  constexpr std::int64_t shown = 6;
  if (axis == array.rank()) {
    text += fmt::format("{:.{}g}", without_nan_sign(array.data()[offset]), digits);
    return;
  }
  const std::int64_t length = array.shape()[axis];
  const std::int64_t inner = length == 0 ? 0 : stride / length;
  text += '[';
  for (std::int64_t i = 0; i < length; ++i) {
    if (i > 0) text += ", ";
    if (length > 2 * shown && i == shown) {
      text += "…, ";
      i = length - shown;
    }
    print_axis(text, array, axis + 1, offset + i * inner, inner, digits);
  }
  text += ']';
}

}  // namespace

std::string to_string(const Array& array, int digits) {
  if (!array.defined()) return "undefined";
  std::string text;
  print_axis(text, array, 0, 0, array.size(), digits);
  return text;
}

}  // namespace heed
