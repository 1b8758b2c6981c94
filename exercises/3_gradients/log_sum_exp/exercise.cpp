#include "exercises/learn.hpp"

/// log Σ exp(x) along one axis, which disappears: x (A, B, C), axis 1 -> (A, C).
/// x has one to three axes, 0 ≤ axis < rank. The numbers may be of any size: log Σ exp(x_i) = m + log Σ
/// exp(x_i − m) with m = max x_i. exp(−∞) is 0; where every x is −∞ the result is −∞.
Tensor log_sum_exp(const Tensor& x, int axis) {
  //~ stub
  // 1. What does exp(1000) give in double? And log(exp(−1000))?
  // 2. In row-major order x.flat((before · length + i) · after + behind) runs along the axis. Which numbers
  //    are `length`, the count of `before`, and the count of `behind`, which is `after`?
  // 3. −∞ − (−∞) is not 0.
  return not_written("log_sum_exp");
  //~ solution
  std::vector<int> shape = x.shape();
  //~ wrong last_axis M05: x.shape(); => x.shape(); axis = x.rank() - 1;
  //~ wrong first_axis M05: x.shape(); => x.shape(); axis = 0;
  //~ end
  //~ solution
  shape.erase(shape.begin() + axis);
  Tensor result(shape);
  const int length = x.dim(axis);
  int after = 1;
  for (int a = axis + 1; a < x.rank(); ++a) after *= x.dim(a);
  //~ wrong axis_kept: shape.erase(shape.begin() + axis) => shape[axis] = 1
  //~ end
  //~ solution
  for (int i = 0; i < result.size(); ++i) {
    const int start = i / after * length * after + i % after;
    double largest = -std::numeric_limits<double>::infinity();
    for (int k = 0; k < length; ++k) largest = std::max(largest, x.flat(start + k * after));
    if (std::isinf(largest)) {
      result.flat(i) = largest;
      continue;
    }
    double sum = 0;
    for (int k = 0; k < length; ++k) sum += std::exp(x.flat(start + k * after) - largest);
    result.flat(i) = largest + std::log(sum);
  }
  //~ wrong no_max: std::max(largest, x.flat(start + k * after)) => 0
  //~ wrong max_of_everything: std::isinf(largest) => false | length; ++k) largest = std::max(largest, x.flat(start + k * after)) => x.size(); ++k) largest = std::max(largest, x.flat(k))
  //~ wrong max_not_added: largest + std::log(sum) => std::log(sum)
  //~ wrong max_starts_at_zero: -std::numeric_limits<double>::infinity() => 0 | std::isinf(largest) => false
  //~ wrong only_the_max: largest + std::log(sum) => largest
  //~ wrong mean_inside: sum) => sum / length)
  //~ wrong log_forgotten like no_max: largest + std::log(sum) => sum
  //~ wrong plain_sum like log_forgotten: std::exp(x.flat(start + k * after) - largest) => x.flat(start + k * after)
  //~ wrong infinity_minus_infinity M16: std::isinf(largest) => false
  //~ wrong zero_for_nothing M16: result.flat(i) = largest; =>
  //~ end
  //~ solution
  return result;
  //~ end
}

/// Backward of log_sum_exp: x (A, B, C), grad of the result (A, C) for axis 1 -> dL/dx (A, B, C).
Tensor log_sum_exp_backward(const Tensor& x, int axis, const Tensor& grad) {
  //~ stub
  // How does log Σ exp(x) change with one x_i? Which function is that? Must it overflow for large x?
  return not_written("log_sum_exp_backward");
  //~ solution
  const Tensor value = log_sum_exp(x, axis);
  Tensor result(x.shape());
  int after = 1;
  for (int a = axis + 1; a < x.rank(); ++a) after *= x.dim(a);
  const int block = after * x.dim(axis);
  for (int i = 0; i < x.size(); ++i) {
    const int slice = i / block * after + i % after;
    result.flat(i) = grad.flat(slice) * std::exp(x.flat(i) - value.flat(slice));
  }
  //~ wrong no_max: std::exp(x.flat(i) - value.flat(slice)) => std::exp(x.flat(i)) / std::exp(value.flat(slice))
  //~ wrong not_normalised: - value.flat(slice) =>
  //~ wrong copied: * std::exp(x.flat(i) - value.flat(slice)) =>
  //~ wrong only_the_max: std::exp(x.flat(i) - value.flat(slice)) => (x.flat(i) == value.flat(slice) ? 1 : 0)
  //~ wrong whole_tensor M05: std::exp(x.flat(i) - value.flat(slice)) => std::exp(x.flat(i)) / std::exp(log_sum_exp(x.reshape({x.size()}), 0).flat(0))
  //~ wrong last_axis M05: std::exp(x.flat(i) - value.flat(slice)) => std::exp(x.flat(i)) / std::exp(log_sum_exp(x, x.rank() - 1).flat(i / x.dim(-1)))
  //~ wrong first_axis M05: std::exp(x.flat(i) - value.flat(slice)) => std::exp(x.flat(i)) / std::exp(log_sum_exp(x, 0).flat(i % (x.size() / x.dim(0))))
  //~ wrong input_instead_of_exp M17: std::exp(x.flat(i) - value => x.flat(i) * std::exp(-value
  //~ wrong ignores_upstream M09: = grad.flat(slice) * std => = std
  //~ wrong softmax_jacobian_again: std::exp(x.flat(i) - value.flat(slice)) => std::exp(x.flat(i) - value.flat(slice)) * (1 - std::exp(x.flat(i) - value.flat(slice)))
  //~ end
  //~ solution
  return result;
  //~ end
}
