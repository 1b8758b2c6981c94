#include "exercises/learn.hpp"

/// log Σ exp(x) of each row: x (R, C) -> (R). The numbers may be of any size: log Σ exp(x_i) = m + log Σ
/// exp(x_i − m) with m = max x_i. exp(−∞) is 0; where every x is −∞ the result is −∞.
Tensor log_sum_exp(const Tensor& x) {
  //~ stub
  // 1. What does exp(1000) give in double? And log(exp(−1000))?
  // 2. −∞ − (−∞) is not 0.
  return not_written("log_sum_exp");
  //~ solution
  const int rows = x.dim(0), length = x.dim(1);
  Tensor result({rows});
  for (int i = 0; i < rows; ++i) {
    double largest = -std::numeric_limits<double>::infinity();
    for (int j = 0; j < length; ++j) largest = std::max(largest, x(i, j));
    if (std::isinf(largest)) {
      result(i) = largest;
      continue;
    }
    double sum = 0;
    for (int j = 0; j < length; ++j) sum += std::exp(x(i, j) - largest);
    result(i) = largest + std::log(sum);
  }
  //~ wrong first_axis M05: x.dim(0), length = x.dim(1) => x.dim(1), length = x.dim(0) | largest, x(i, j) => largest, x(j, i) | exp(x(i, j) => exp(x(j, i)
  //~ wrong no_max: std::max(largest, x(i, j)) => 0
  //~ wrong max_of_everything: std::isinf(largest) => false | length; ++j) largest = std::max(largest, x(i, j)) => x.size(); ++j) largest = std::max(largest, x.flat(j))
  //~ wrong max_not_added: largest + std::log(sum) => std::log(sum)
  //~ wrong max_starts_at_zero: -std::numeric_limits<double>::infinity() => 0 | std::isinf(largest) => false
  //~ wrong only_the_max: largest + std::log(sum) => largest
  //~ wrong mean_inside: sum) => sum / length)
  //~ wrong log_forgotten like no_max: largest + std::log(sum) => sum
  //~ wrong plain_sum like log_forgotten: std::exp(x(i, j) - largest) => x(i, j)
  //~ wrong infinity_minus_infinity M16: std::isinf(largest) => false
  //~ wrong zero_for_nothing M16: result(i) = largest; =>
  //~ end
  //~ solution
  return result;
  //~ wrong axis_kept: result => result.reshape({x.dim(0), 1})
  //~ end
}

/// Backward of log_sum_exp: x (R, C), grad of the result (R) -> dL/dx (R, C).
Tensor log_sum_exp_backward(const Tensor& x, const Tensor& grad) {
  //~ stub
  // How does log Σ exp(x) change with one x_i? Which function is that? Must it overflow for large x?
  return not_written("log_sum_exp_backward");
  //~ solution
  const Tensor value = log_sum_exp(x);
  Tensor result(x.shape());
  for (int i = 0; i < x.dim(0); ++i)
    for (int j = 0; j < x.dim(1); ++j) result(i, j) = grad(i) * std::exp(x(i, j) - value(i));
  //~ wrong no_max: std::exp(x(i, j) - value(i)) => std::exp(x(i, j)) / std::exp(value(i))
  //~ wrong not_normalised: - value(i) =>
  //~ wrong copied: * std::exp(x(i, j) - value(i)) =>
  //~ wrong only_the_max: std::exp(x(i, j) - value(i)) => (x(i, j) == value(i) ? 1 : 0)
  //~ wrong whole_tensor M05: std::exp(x(i, j) - value(i)) => std::exp(x(i, j)) / std::exp(log_sum_exp(x.reshape({1, x.size()}))(0))
  //~ wrong first_axis M05: std::exp(x(i, j) - value(i)) => std::exp(x(i, j)) / std::exp(log_sum_exp(transpose(x))(j))
  //~ wrong input_instead_of_exp M17: std::exp(x(i, j) - value => x(i, j) * std::exp(-value
  //~ wrong ignores_upstream M09: = grad(i) * std => = std
  //~ wrong softmax_jacobian_again: std::exp(x(i, j) - value(i)) => std::exp(x(i, j) - value(i)) * (1 - std::exp(x(i, j) - value(i)))
  //~ end
  //~ solution
  return result;
  //~ end
}
