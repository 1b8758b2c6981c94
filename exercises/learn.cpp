#include "exercises/learn.hpp"

#include <fmt/ranges.h>

#include "lib/core/error.hpp"
#include "lib/core/scalar.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::learn {

namespace {

std::size_t product(const std::vector<int>& shape) {
  std::size_t count = 1;
  for (const int length : shape) {
    if (length < 0) throw_error<ShapeError>("a Tensor cannot have the shape {}", shape_text(shape));
    if (__builtin_mul_overflow(count, static_cast<std::size_t>(length), &count))
      throw_error<ShapeError>("a Tensor of the shape {} would have more elements than can be counted",
                              shape_text(shape));
  }
  return count;
}

template <typename Combine>
Tensor each(const char* sign, const Tensor& a, const Tensor& b, Combine combine) {
  if (a.shape() != b.shape())
    throw_error<ShapeError>("{} {} {}: the shapes must be equal", shape_text(a.shape()), sign,
                            shape_text(b.shape()));
  Tensor result(a.shape());
  for (int i = 0; i < a.size(); ++i) result.flat(i) = combine(a.flat(i), b.flat(i));
  return result;
}

template <typename Function>
Tensor each(const Tensor& a, Function function) {
  Tensor result(a.shape());
  for (int i = 0; i < a.size(); ++i) result.flat(i) = function(a.flat(i));
  return result;
}

}  // namespace

Tensor::Tensor(std::vector<int> shape)
    : shape_(std::move(shape)), values_(product(shape_)), held_(values_.size()) {}

Tensor Tensor::full(const std::vector<int>& shape, double value) {
  Tensor result(shape);
  std::fill(result.values_.begin(), result.values_.end(), value);
  return result;
}

Tensor Tensor::of(std::vector<int> shape, std::vector<double> values) {
  if (product(shape) != values.size())
    throw_error<ShapeError>("{} values do not fill the shape {}", values.size(), shape_text(shape));
  Tensor result;
  result.shape_ = std::move(shape);
  result.values_ = std::move(values);
  result.held_ = HeldElements(result.values_.size());
  return result;
}

int Tensor::dim(int axis) const {
  const int from_front = axis < 0 ? axis + rank() : axis;
  if (from_front < 0 || from_front >= rank())
    throw_error<ShapeError>("there is no axis {} in the shape {}", axis, shape_text(shape_));
  return shape_[static_cast<std::size_t>(from_front)];
}

Tensor Tensor::reshape(std::vector<int> shape) const {
  if (product(shape) != values_.size())
    throw_error<ShapeError>("{} cannot be reshaped to {}: {} elements are not {}", shape_text(shape_),
                            shape_text(shape), values_.size(), product(shape));
  return of(std::move(shape), values());
}

std::size_t Tensor::flat_offset(int i) const {
  if (i < 0 || i >= size())
    throw_error<ShapeError>("element {} is outside the shape {}", i, shape_text(shape_));
  count_read();
  return static_cast<std::size_t>(i);
}

void Tensor::outside(const long* index, std::size_t count) const {
  const std::string given =
      fmt::format("({}{})", fmt::join(index, index + count, ", "), count == 1 ? "," : "");
  if (count != shape_.size())
    throw_error<ShapeError>("index {} has {} numbers, but the shape {} has {} axes", given, count,
                            shape_text(shape_), shape_.size());
  throw_error<ShapeError>("index {} is outside shape {}", given, shape_text(shape_));
}

Tensor operator+(const Tensor& a, const Tensor& b) { return each("+", a, b, std::plus<>()); }
Tensor operator-(const Tensor& a, const Tensor& b) { return each("-", a, b, std::minus<>()); }
Tensor operator*(const Tensor& a, const Tensor& b) { return each("*", a, b, std::multiplies<>()); }
Tensor operator/(const Tensor& a, const Tensor& b) { return each("/", a, b, std::divides<>()); }
Tensor operator+(const Tensor& a, double b) {
  return each(a, [b](double x) { return x + b; });
}
Tensor operator-(const Tensor& a, double b) {
  return each(a, [b](double x) { return x - b; });
}
Tensor operator*(const Tensor& a, double b) {
  return each(a, [b](double x) { return x * b; });
}
Tensor operator/(const Tensor& a, double b) {
  return each(a, [b](double x) { return x / b; });
}
Tensor operator+(double a, const Tensor& b) { return b + a; }
Tensor operator-(double a, const Tensor& b) {
  return each(b, [a](double x) { return a - x; });
}
Tensor operator*(double a, const Tensor& b) { return b * a; }
Tensor operator/(double a, const Tensor& b) {
  return each(b, [a](double x) { return a / x; });
}
Tensor operator-(const Tensor& a) { return each(a, std::negate<>()); }
Tensor& operator+=(Tensor& a, const Tensor& b) { return a = a + b; }
Tensor& operator-=(Tensor& a, const Tensor& b) { return a = a - b; }
Tensor& operator*=(Tensor& a, double b) { return a = a * b; }

Tensor matmul(const Tensor& a, const Tensor& b) {
  const auto fail = [&](const char* why) {
    throw_error<ShapeError>("matmul {} x {}: {}", shape_text(a.shape()), shape_text(b.shape()), why);
  };
  if (a.rank() < 2 || b.rank() < 2) fail("both need at least two axes");
  if (a.rank() != b.rank() || !std::equal(a.shape().begin(), a.shape().end() - 2, b.shape().begin()))
    fail("the leading axes must be equal");
  if (a.dim(-1) != b.dim(-2))
    fail("the last axis of the first must be as long as the last but one of the second");
  const int rows = a.dim(-2), inner = a.dim(-1), columns = b.dim(-1);
  std::vector<int> shape = a.shape();
  shape.back() = columns;
  Tensor result(shape);
  const int matrices = rows * columns == 0 ? 0 : result.size() / (rows * columns);
  for (int m = 0; m < matrices; ++m) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        double sum = 0;
        for (int k = 0; k < inner; ++k)
          sum += a.flat((m * rows + i) * inner + k) * b.flat((m * inner + k) * columns + j);
        result.flat((m * rows + i) * columns + j) = sum;
      }
    }
  }
  return result;
}

Tensor transpose(const Tensor& a) {
  if (a.rank() < 2)
    throw_error<ShapeError>("transpose {}: at least two axes are needed", shape_text(a.shape()));
  const int rows = a.dim(-2), columns = a.dim(-1);
  std::vector<int> shape = a.shape();
  std::swap(shape[shape.size() - 2], shape[shape.size() - 1]);
  Tensor result(shape);
  for (int i = 0; i < a.size(); ++i) {
    const int matrix = i / (rows * columns), row = i / columns % rows, column = i % columns;
    result.flat((matrix * columns + column) * rows + row) = a.flat(i);
  }
  return result;
}

std::string shape_text(const std::vector<int>& shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::ostream& operator<<(std::ostream& out, const Tensor& t) {
  // A bracket opens or closes wherever an axis starts or ends at that element.
  const auto brackets = [&](int i, char bracket) {
    int block = 1;
    for (int axis = t.rank() - 1; axis >= 0; --axis) {
      block *= t.dim(axis);
      if (i % block == 0) out << bracket;
    }
  };
  if (t.size() == 0) return out << "[] of shape " << shape_text(t.shape());
  for (int i = 0; i < t.size(); ++i) {
    if (i > 0) out << ", ";
    brackets(i, '[');
    out << fmt::format("{:.6g}", without_nan_sign(t.flat(i)));
    brackets(i + 1, ']');
  }
  return out;
}

Anything not_written(const char* function) { throw NotWritten(function); }

}  // namespace heed::learn
