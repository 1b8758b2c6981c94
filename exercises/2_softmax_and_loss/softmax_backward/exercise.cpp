#include "exercises/learn.hpp"

/// The Jacobian of p = softmax(x) for one row: J(i, j) = dp_i / dx_j.
/// probabilities (C) -> (C, C).
Tensor softmax_jacobian(const Tensor& probabilities) {
  //~ stub
  // x_j stands in the numerator of p_j only, but in everybody's denominator. So there are two cases: i = j and i ≠ j.
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
  //~ wrong diagonal_only
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) result(i, i) = probabilities(i) * (1 - probabilities(i));
  return result;
  //~ wrong denominator_forgotten
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) result(i, i) = probabilities(i);
  return result;
  //~ wrong delta_forgotten
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) result(i, j) = -probabilities(i) * probabilities(j);
  }
  return result;
  //~ wrong sign
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      result(i, j) = probabilities(i) * (probabilities(j) - (i == j ? 1.0 : 0.0));
    }
  }
  return result;
  //~ wrong plus_between
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      result(i, j) = probabilities(i) * ((i == j ? 1.0 : 0.0) + probabilities(j));
    }
  }
  return result;
  //~ wrong off_diagonal_positive
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      result(i, j) = probabilities(i) * (i == j ? 1 - probabilities(i) : probabilities(j));
    }
  }
  return result;
  //~ wrong one_minus_everywhere
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) result(i, j) = probabilities(i) * (1 - probabilities(j));
  }
  return result;
  //~ wrong factor_forgotten
  const int n = probabilities.dim(0);
  Tensor result({n, n});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) result(i, j) = (i == j ? 1.0 : 0.0) - probabilities(j);
  }
  return result;
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
  //~ wrong diagonal_only
  return probabilities * (1.0 - probabilities) * grad;
  //~ wrong denominator_forgotten
  return probabilities * grad;
  //~ wrong delta_forgotten
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = -probabilities(row, i) * dot;
  }
  return result;
  //~ wrong sign
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (dot - grad(row, i));
  }
  return result;
  //~ wrong plus_between
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (grad(row, i) + dot);
  }
  return result;
  //~ wrong ignores_upstream M09
  return probabilities * (1.0 - probabilities);
  //~ wrong upstream_of_ones M09
  return Tensor(probabilities.shape());
  //~ wrong upstream_only_outside M09
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * probabilities(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = probabilities(row, i) * (probabilities(row, i) - dot) * grad(row, i);
    }
  }
  return result;
  //~ wrong first_axis M05
  Tensor result(probabilities.shape());
  for (int column = 0; column < result.dim(1); ++column) {
    double dot = 0;
    for (int i = 0; i < result.dim(0); ++i) dot += probabilities(i, column) * grad(i, column);
    for (int i = 0; i < result.dim(0); ++i) {
      result(i, column) = probabilities(i, column) * (grad(i, column) - dot);
    }
  }
  return result;
  //~ wrong whole_tensor M05
  double dot = 0;
  for (int i = 0; i < grad.size(); ++i) dot += probabilities.flat(i) * grad.flat(i);
  return probabilities * (grad - dot);
  //~ wrong dot_not_reset
  Tensor result(probabilities.shape());
  double dot = 0;
  for (int row = 0; row < result.dim(0); ++row) {
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (grad(row, i) - dot);
  }
  return result;
  //~ wrong mean_instead_of_dot
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i) / result.dim(1);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (grad(row, i) - dot);
  }
  return result;
  //~ wrong dot_without_p
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (grad(row, i) - sum);
  }
  return result;
  //~ wrong mean_of_grad
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i) / result.dim(1);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * (grad(row, i) - sum);
  }
  return result;
  //~ wrong factor_forgotten
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = grad(row, i) - dot;
  }
  return result;
  //~ wrong bracket_forgotten
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = probabilities(row, i) * grad(row, i) - dot;
  }
  return result;
  //~ wrong each_its_own_p
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    for (int i = 0; i < result.dim(1); ++i) {
      for (int j = 0; j < result.dim(1); ++j) {
        result(row, i) += grad(row, j) * probabilities(row, j) * (1 - probabilities(row, i));
      }
    }
  }
  return result;
  //~ wrong exp_of_probabilities M17
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += std::exp(probabilities(row, i)) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = std::exp(probabilities(row, i)) * (grad(row, i) - dot);
    }
  }
  return result;
  //~ wrong softmax_again M17
  Tensor result(probabilities.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double total = 0, dot = 0;
    for (int i = 0; i < result.dim(1); ++i) total += std::exp(probabilities(row, i));
    for (int i = 0; i < result.dim(1); ++i) dot += std::exp(probabilities(row, i)) / total * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = std::exp(probabilities(row, i)) / total * (grad(row, i) - dot);
    }
  }
  return result;
  //~ end
}

/// Backward of y = log_softmax(x) over the last axis: dL/dx from dL/dy.
/// log_probabilities y (N, C), grad = dL/dy (N, C) -> dL/dx (N, C).
Tensor log_softmax_backward(const Tensor& log_probabilities, const Tensor& grad) {
  //~ stub
  // y_i = x_i − log Σ_j exp(x_j). What does x_k move: only y_k, or every y?
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
  //~ wrong no_exp M17
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = grad(row, i) - log_probabilities(row, i) * sum;
  }
  return result;
  //~ wrong sum_forgotten M09
  Tensor result(grad.shape());
  for (int i = 0; i < result.size(); ++i) result.flat(i) = grad.flat(i) - std::exp(log_probabilities.flat(i));
  return result;
  //~ wrong ignores_upstream M09
  Tensor result(grad.shape());
  for (int i = 0; i < result.size(); ++i) result.flat(i) = 1 - std::exp(log_probabilities.flat(i));
  return result;
  //~ wrong upstream_of_ones M09
  Tensor result(grad.shape());
  for (int i = 0; i < result.size(); ++i) {
    result.flat(i) = 1 - result.dim(1) * std::exp(log_probabilities.flat(i));
  }
  return result;
  //~ wrong diagonal_only
  Tensor result(grad.shape());
  for (int i = 0; i < result.size(); ++i) {
    result.flat(i) = grad.flat(i) * (1 - std::exp(log_probabilities.flat(i)));
  }
  return result;
  //~ wrong like_softmax
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += std::exp(log_probabilities(row, i)) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = std::exp(log_probabilities(row, i)) * (grad(row, i) - dot);
    }
  }
  return result;
  //~ wrong like_softmax_no_exp M17
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += log_probabilities(row, i) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = log_probabilities(row, i) * (grad(row, i) - dot);
  }
  return result;
  //~ wrong p_in_the_sum
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += std::exp(log_probabilities(row, i)) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = grad(row, i) - std::exp(log_probabilities(row, i)) * dot;
    }
  }
  return result;
  //~ wrong p_only_in_the_sum
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double dot = 0;
    for (int i = 0; i < result.dim(1); ++i) dot += std::exp(log_probabilities(row, i)) * grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = grad(row, i) - dot;
  }
  return result;
  //~ wrong factor_forgotten
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) result(row, i) = grad(row, i) - sum;
  }
  return result;
  //~ wrong first_axis M05
  Tensor result(grad.shape());
  for (int column = 0; column < result.dim(1); ++column) {
    double sum = 0;
    for (int i = 0; i < result.dim(0); ++i) sum += grad(i, column);
    for (int i = 0; i < result.dim(0); ++i) {
      result(i, column) = grad(i, column) - std::exp(log_probabilities(i, column)) * sum;
    }
  }
  return result;
  //~ wrong whole_tensor M05
  double sum = 0;
  for (int i = 0; i < grad.size(); ++i) sum += grad.flat(i);
  Tensor result(grad.shape());
  for (int i = 0; i < result.size(); ++i) {
    result.flat(i) = grad.flat(i) - std::exp(log_probabilities.flat(i)) * sum;
  }
  return result;
  //~ wrong mean_instead_of_dot
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i) / result.dim(1);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = grad(row, i) - std::exp(log_probabilities(row, i)) * sum;
    }
  }
  return result;
  //~ wrong plus_between
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = grad(row, i) + std::exp(log_probabilities(row, i)) * sum;
    }
  }
  return result;
  //~ wrong sign
  Tensor result(grad.shape());
  for (int row = 0; row < result.dim(0); ++row) {
    double sum = 0;
    for (int i = 0; i < result.dim(1); ++i) sum += grad(row, i);
    for (int i = 0; i < result.dim(1); ++i) {
      result(row, i) = std::exp(log_probabilities(row, i)) * sum - grad(row, i);
    }
  }
  return result;
  //~ end
}
