#include "exercises/learn.hpp"

/// The Jacobian of p = softmax(x) for one row: J(i, j) = dp_i / dx_j.
/// probabilities (C) -> (C, C).
Tensor softmax_jacobian(const Tensor& probabilities) {
  //~ stub
  // x_j is in the numerator of p_j only, but in the denominator of every p_i. So there are two cases: i = j
  // and i ≠ j.
  return not_written("softmax_jacobian");
  //~ solution
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      result(i, j) = probabilities(i) * ((i == j ? 1.0 : 0.0) - probabilities(j));
    }
  }
  return result;
  //~ wrong diagonal_only: probabilities(i) * ((i == j ? 1.0 : 0.0) - probabilities(j)) => i == j ? probabilities(i) * (1 - probabilities(i)) : 0
  //~ wrong denominator_forgotten: probabilities(i) * ((i == j ? 1.0 : 0.0) - probabilities(j)) => i == j ? probabilities(i) : 0
  //~ wrong delta_forgotten: (i == j ? 1.0 : 0.0) - probabilities(j => -probabilities(j
  //~ wrong sign: (i == j ? 1.0 : 0.0) - probabilities(j => probabilities(j) - (i == j ? 1.0 : 0.0
  //~ wrong off_diagonal_positive: (i == j ? 1.0 : 0.0) - => i == j ? 1 - probabilities(i) :
  //~ wrong factor_forgotten: probabilities(i) * ((i == j ? 1.0 : 0.0) - probabilities(j)) => (i == j ? 1.0 : 0.0) - probabilities(j)
  //~ end
}

/// Backward of p = softmax(x) over the last axis, without the Jacobian: dL/dx from dL/dp.
/// probabilities p (N, C), grad = dL/dp (N, C) -> dL/dx (N, C). No (C, C) matrix is needed.
Tensor softmax_backward(const Tensor& probabilities, const Tensor& grad) {
  //~ stub
  // 1. Write Σ_j grad_j J(j, i) with the two terms of J. Which one is the same for all i of a row?
  // 2. Compute that number once for each row.
  return not_written("softmax_backward");
  //~ solution
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (grad(row, i) - dot);
  }
  return result;
  //~ wrong diagonal_only: (grad(row, i) - dot) => (1 - probabilities(row, i)) * grad(row, i)
  //~ wrong denominator_forgotten: (grad(row, i) - dot) => grad(row, i)
  //~ wrong delta_forgotten: probabilities(row, i) * (grad(row, i) - dot) => -probabilities(row, i) * dot
  //~ wrong sign: grad(row, i) - dot => dot - grad(row, i)
  //~ wrong ignores_upstream M09: (grad(row, i) - dot) => (1 - probabilities(row, i))
  //~ wrong upstream_of_ones M09: probabilities(row, i) * (grad(row, i) - dot) => 0
  //~ wrong first_axis M05: - dot => - matmul(Tensor::full({1, grad.dim(0)}, 1), probabilities * grad)(0, i)
  //~ wrong whole_tensor M05: i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i => i < grad.size(); ++i) dot += probabilities.flat(i) * grad.flat(i
  //~ wrong dot_not_reset: double dot = 0; => | Tensor result(probabilities.shape()); => Tensor result(probabilities.shape()); double dot = 0;
  //~ wrong mean_instead_of_dot: i); => i) / result.dim(1);
  //~ wrong dot_without_p: dot += probabilities(row, i) * => dot +=
  //~ wrong factor_forgotten: probabilities(row, i) * (grad(row, i) - dot) => grad(row, i) - dot
  //~ wrong bracket_forgotten: (grad(row, i) - dot) => grad(row, i) - dot
  //~ wrong exp_of_probabilities M17: += probabilities(row, i) => += std::exp(probabilities(row, i)) | = probabilities(row, i) * ( => = std::exp(probabilities(row, i)) * (
  //~ wrong softmax_again M17: += probabilities(row, i) => += given::softmax(probabilities)(row, i) | = probabilities(row, i) * ( => = given::softmax(probabilities)(row, i) * (
  //~ end
}

/// Backward of y = log_softmax(x) over the last axis: dL/dx from dL/dy.
/// log_probabilities y (N, C), grad = dL/dy (N, C) -> dL/dx (N, C).
Tensor log_softmax_backward(const Tensor& log_probabilities, const Tensor& grad) {
  //~ stub
  // y_i = x_i − log Σ_j exp(x_j). What changes with x_k: only y_k, or every y?
  return not_written("log_softmax_backward");
  //~ solution
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = grad(row, i) - std::exp(log_probabilities(row, i)) * sum;
    }
  }
  return result;
  //~ wrong no_exp M17: std::exp(log_probabilities(row, i)) => log_probabilities(row, i)
  //~ wrong sum_forgotten M09: * sum =>
  //~ wrong ignores_upstream M09: grad(row, i) - std::exp(log_probabilities(row, i)) * sum => 1 - std::exp(log_probabilities(row, i))
  //~ wrong upstream_of_ones M09: grad(row, i) - std::exp(log_probabilities(row, i)) * sum => 1 - result.dim(1) * std::exp(log_probabilities(row, i))
  //~ wrong diagonal_only: - std::exp(log_probabilities(row, i)) * sum => * (1 - std::exp(log_probabilities(row, i)))
  //~ wrong factor_forgotten: std::exp(log_probabilities(row, i)) * sum => sum
  //~ wrong first_axis M05: * sum => * matmul(Tensor::full({1, grad.dim(0)}, 1), grad)(0, i)
  //~ wrong whole_tensor M05: i < result.dim(1); ++i) sum += grad(row, i) => i < grad.size(); ++i) sum += grad.flat(i)
  //~ wrong mean_instead_of_dot: i); => i) / result.dim(1);
  //~ wrong sign: grad(row, i) - std::exp(log_probabilities(row, i)) * sum => std::exp(log_probabilities(row, i)) * sum - grad(row, i)
  //~ end
}
