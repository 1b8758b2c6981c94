// An exercise has to hand: Tensor, a few functions on it, and heed's Variable with its ops. All numbers
// are double, all indices int.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"

namespace heed::grading {
class Watch;
}

namespace heed::learn {

/// So many elements of a tensor in memory; it is counted while it exists.
class HeldElements {
 public:
  explicit HeldElements(std::size_t count = 0) : count_(static_cast<long>(count)) { add(count_); }
  HeldElements(const HeldElements& other) : HeldElements(static_cast<std::size_t>(other.count_)) {}
  HeldElements(HeldElements&& other) noexcept : count_(std::exchange(other.count_, 0)) {}
  HeldElements& operator=(const HeldElements& other) {
    add(other.count_ - count_);
    count_ = other.count_;
    return *this;
  }
  HeldElements& operator=(HeldElements&& other) noexcept {
    now_ -= count_;
    count_ = std::exchange(other.count_, 0);
    return *this;
  }
  ~HeldElements() { now_ -= count_; }

  /// All of this thread.
  static long now() { return now_; }
  /// The most at one time since forget_most().
  static long most() { return most_; }
  static void forget_most() { most_ = now_; }

 private:
  static void add(long count) { most_ = std::max(most_, now_ += count); }

  long count_;
  inline static constinit thread_local long now_ = 0, most_ = 0;
};

/// An n-dimensional array of double in row-major order. Every access is checked: one outside the shape throws
/// ShapeError "index (2, 0) is outside shape (2, 3)".
class Tensor {
 public:
  /// No elements: shape (0).
  Tensor() : shape_{0} {}
  /// Zeros: Tensor t({2, 3}). Throws ShapeError if an axis is negative.
  explicit Tensor(std::initializer_list<int> shape) : Tensor(std::vector<int>(shape)) {}
  explicit Tensor(std::vector<int> shape);
  /// Tensor::full({2, 3}, 1.0): the same number everywhere.
  static Tensor full(const std::vector<int>& shape, double value);
  /// Tensor::of({2, 2}, {1, 2, 3, 4}): row by row. Throws ShapeError if the number of values is another.
  static Tensor of(std::vector<int> shape, std::vector<double> values);

  const std::vector<int>& shape() const& { return shape_; }
  std::vector<int> shape() && { return std::move(shape_); }
  int rank() const { return static_cast<int>(shape_.size()); }
  /// The length of an axis; negative ones count from the end: t.dim(-1) is the last.
  int dim(int axis) const;
  int size() const { return static_cast<int>(values_.size()); }

  /// t(i, j) reads or writes the element at row i, column j; as many indices as there are axes.
  template <typename... Index>
  double& operator()(Index... index) {
    return values_[offset(index...)];
  }
  template <typename... Index>
  double operator()(Index... index) const {
    return values_[offset(index...)];
  }
  /// Element i in row-major order, whatever the shape.
  double& flat(int i) { return values_[flat_offset(i)]; }
  double flat(int i) const { return values_[flat_offset(i)]; }

  /// All elements in row-major order. Of a tensor that ends with the expression they are handed over, so that
  /// `for (const double v : softmax(x).values())` does not read what is gone.
  const std::vector<double>& values() const& {
    count_all();
    return values_;
  }
  std::vector<double> values() && {
    count_all();
    return std::move(values_);
  }
  /// The same elements in another shape. Throws ShapeError if their number is another.
  Tensor reshape(std::vector<int> shape) const;

  /// How many elements of tensors were read or written so far: what a cost is measured with.
  static long element_reads() { return reads_; }

 private:
  template <typename... Index>
  std::size_t offset(Index... index) const {
    static_assert((std::is_integral_v<Index> && ...), "the indices of a Tensor must be integers");
    const std::array<long, sizeof...(Index)> at{static_cast<long>(index)...};
    if (at.size() != shape_.size()) outside(at.data(), at.size());
    std::size_t result = 0;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      if (at[axis] < 0 || at[axis] >= shape_[axis]) outside(at.data(), at.size());
      result = result * static_cast<std::size_t>(shape_[axis]) + static_cast<std::size_t>(at[axis]);
    }
    count_read();
    return result;
  }
  std::size_t flat_offset(int i) const;
  void count_read() const {
    ++reads_;
    if (this == reads_watched_) ++reads_of_watched_;
  }
  void count_all() const {
    reads_ += size();
    if (this == reads_watched_) reads_of_watched_ += size();
  }
  [[noreturn]] void outside(const long* index, std::size_t count) const;

  std::vector<int> shape_;
  std::vector<double> values_;
  HeldElements held_;
  friend class grading::Watch;
  inline static constinit thread_local long reads_ = 0, reads_of_watched_ = 0;
  inline static constinit thread_local const Tensor* reads_watched_ = nullptr;
};

/// Element by element. Two tensors must have equal shapes (there is no broadcasting): else ShapeError.
Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Tensor& b);
Tensor operator/(const Tensor& a, const Tensor& b);
Tensor operator+(const Tensor& a, double b);
Tensor operator-(const Tensor& a, double b);
Tensor operator*(const Tensor& a, double b);
Tensor operator/(const Tensor& a, double b);
Tensor operator+(double a, const Tensor& b);
Tensor operator-(double a, const Tensor& b);
Tensor operator*(double a, const Tensor& b);
Tensor operator/(double a, const Tensor& b);
Tensor operator-(const Tensor& a);
Tensor& operator+=(Tensor& a, const Tensor& b);
Tensor& operator-=(Tensor& a, const Tensor& b);
Tensor& operator*=(Tensor& a, double b);

/// (…, M, K) x (…, K, N) -> (…, M, N); the leading axes must be equal. Throws ShapeError naming both shapes.
Tensor matmul(const Tensor& a, const Tensor& b);
/// The last two axes exchanged: (…, M, N) -> (…, N, M).
Tensor transpose(const Tensor& a);

/// "(2, 3)".
std::string shape_text(const std::vector<int>& shape);
/// Prints as [[1, 2], [3, 4]].
std::ostream& operator<<(std::ostream& out, const Tensor& t);

Tensor to_tensor(const Array& array);
Array to_array(const Tensor& tensor);

/// A function that the learner has not written yet; what() is its name.
class NotWritten : public Error {
 public:
  using Error::Error;
};

/// Stands for a result of any type.
struct Anything {
  template <typename T>
  operator T() const;  // NOLINT: meant to convert by itself. Never called, since not_written throws.
};

/// An untouched function returns this: `return not_written("softmax");`. Throws NotWritten.
[[noreturn]] Anything not_written(const char* function);

}  // namespace heed::learn

using heed::Variable;
using heed::learn::matmul;
using heed::learn::not_written;
using heed::learn::Tensor;
using heed::learn::transpose;
