// Each slice is copied into a vector; where it lies is counted by strides.
#include "exercises/learn.hpp"

struct Slices {
  int length, stride, count;
  int start(int slice) const { return slice / stride * stride * length + slice % stride; }
};

Slices slices_of(const Tensor& x, int axis) {
  Slices s{x.dim(axis), 1, 1};
  for (int a = 0; a < x.rank(); ++a) {
    if (a > axis) s.stride *= x.dim(a);
    if (a != axis) s.count *= x.dim(a);
  }
  return s;
}

double log_sum_exp_of(const std::vector<double>& numbers) {
  const double largest = *std::max_element(numbers.begin(), numbers.end());
  if (largest == -std::numeric_limits<double>::infinity()) return largest;
  return largest + std::log(std::accumulate(numbers.begin(), numbers.end(), 0.0, [&](double sum, double v) {
           return sum + std::exp(v - largest);
         }));
}

std::vector<double> slice(const Tensor& x, const Slices& s, int which) {
  std::vector<double> numbers;
  for (int k = 0; k < s.length; ++k) numbers.push_back(x.flat(s.start(which) + k * s.stride));
  return numbers;
}

Tensor log_sum_exp(const Tensor& x, int axis) {
  const Slices s = slices_of(x, axis);
  std::vector<int> shape;
  for (int a = 0; a < x.rank(); ++a)
    if (a != axis) shape.push_back(x.dim(a));
  std::vector<double> results;
  for (int n = 0; n < s.count; ++n) results.push_back(log_sum_exp_of(slice(x, s, n)));
  return Tensor::of(shape, results);
}

Tensor log_sum_exp_backward(const Tensor& x, int axis, const Tensor& grad) {
  const Slices s = slices_of(x, axis);
  Tensor result(x.shape());
  for (int n = 0; n < s.count; ++n) {
    const std::vector<double> numbers = slice(x, s, n);
    const double whole = log_sum_exp_of(numbers);
    for (int k = 0; k < s.length; ++k)
      result.flat(s.start(n) + k * s.stride) =
          std::exp(numbers[static_cast<std::size_t>(k)] - whole) * grad.flat(n);
  }
  return result;
}
