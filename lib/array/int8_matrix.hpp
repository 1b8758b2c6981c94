// A weight matrix in 8 bits: a quarter of the memory, and products of integers.
#pragma once

#include <memory>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// Row j of W (out, in) as round(W / s_j), s_j = max |W_j| / 127: numbers of -127…127. The rows that it is
/// multiplied with are rounded in the same way, each by its own largest number, when they come (dynamic
/// quantisation, as torch.ao.quantization.quantize_dynamic does; there with one scale for a tensor of
/// activations). The products of the integers are exact, so that all processors agree on them.
class Int8Matrix {
 public:
  /// Whether the array is (out, in), as torch.nn.Linear has it, or (in, out).
  enum class Stored { out_in, in_out };

  /// Throws ShapeError for another rank, or for more than 65,536 columns; Error for a number that is not
  /// finite, with its place.
  Int8Matrix(const Array& weight, Stored stored);

  const Shape& shape() const { return shape_; }  // of the array
  std::int64_t out() const { return out_; }
  std::int64_t in() const { return in_; }
  /// Of its memory.
  std::int64_t bytes() const;

  /// y (rows, count) = x (rows, in) W[first … first + count]ᵀ + bias; bias (count) or null. A row of x that
  /// is not finite gives NaN.
  void multiply(std::int64_t rows, const Scalar* x, std::int64_t first, std::int64_t count,
                const Scalar* bias, Scalar* y) const;
  /// Row j of W.
  void read_row(std::int64_t j, Scalar* to) const;
  /// All of it, of the shape of the array: made when it is first asked for, by any thread, and kept.
  const Array& floats() const;

 private:
  const std::int8_t* packed() const;

  Shape shape_;
  Stored stored_;
  std::int64_t out_, in_, groups_;
  Array storage_;  // packed as int8_kernels.hpp says; pooled memory
  Array scales_;   // (out)
  std::shared_ptr<const std::int32_t[]> start_;
  struct Floats;
  std::shared_ptr<Floats> floats_;
};

}  // namespace heed
