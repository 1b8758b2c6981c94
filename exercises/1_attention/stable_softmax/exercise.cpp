#include "exercises/learn.hpp"

/// Softmax over the last axis: p_ij = exp(x_ij − max_k x_ik) / Σ_k exp(x_ik − max_k x_ik).
/// logits (N, C) -> probabilities (N, C); every row sums to 1.
Tensor softmax(const Tensor& logits) {
  //~ stub
  // For every row: find its largest logit, subtract it from each one, take exp, and divide by the row's sum.
  return not_written("softmax");
  //~ solution
  const int rows = logits.dim(0), classes = logits.dim(1);
  Tensor p(logits.shape());
  for (int i = 0; i < rows; ++i) {
    double max = logits(i, 0);
    for (int j = 1; j < classes; ++j) max = std::max(max, logits(i, j));
    double sum = 0;
    for (int j = 0; j < classes; ++j) {
      p(i, j) = std::exp(logits(i, j) - max);
      sum += p(i, j);
    }
    for (int j = 0; j < classes; ++j) p(i, j) /= sum;
  }
  return p;
  //~ wrong first_axis M05: int i = 0; i < rows; ++i => int j = 0; j < logits.dim(1); ++j | logits(i, 0) => logits(0, j) | int j = 1; j < classes; ++j => int i = 1; i < rows; ++i
  //~ wrong first_axis M05: int j = 0; j < classes; ++j) { => int i = 0; i < rows; ++i) { | int j = 0; j < classes; ++j) p => int i = 0; i < rows; ++i) p
  //~ wrong last_not_looked_at: j < classes; ++j) max => j < classes - 1; ++j) max
  //~ wrong one_added: sum = 0 => sum = 1
  //~ wrong no_max: logits(i, j) - max => logits(i, j)
  //~ wrong max_of_all_rows: logits(i, 0) => logits.flat(0) | classes; ++j) max = std::max(max, logits(i, j)) => logits.size(); ++j) max = std::max(max, logits.flat(j))
  //~ wrong whole_matrix M05 like max_of_all_rows: sum = 0; => sum = 0; for (const double v : logits.values()) sum += std::exp(v - max); | sum += p(i, j); =>
  //~ wrong not_divided: for (int j = 0; j < classes; ++j) p(i, j) /= sum; =>
  //~ wrong max_only_above: sum += p(i, j) => sum += std::exp(logits(i, j))
  //~ wrong smallest_subtracted: std::max => std::min
  //~ wrong first_subtracted: std::max(max, logits(i, j)) => logits(i, 0)
  //~ wrong mean_subtracted: logits(i, 0) => logits(i, 0) / classes | max = std::max(max, logits(i, j)) => max += logits(i, j) / classes
  //~ wrong sum_grows: double sum = 0; => | Tensor p(logits.shape()); => Tensor p(logits.shape()); double sum = 0;
  //~ wrong max_from_zero: max = logits(i, 0) => max = 0 | j = 1 => j = 0
  //~ end
}
