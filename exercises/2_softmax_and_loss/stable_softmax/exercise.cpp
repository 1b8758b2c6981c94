#include "exercises/learn.hpp"

/// Softmax over the last axis: p_ij = exp(x_ij − max_k x_ik) / Σ_k exp(x_ik − max_k x_ik).
/// logits (N, C) -> probabilities (N, C); every row sums to 1.
Tensor softmax(const Tensor& logits) {
  //~ stub
  // For every row: find its largest logit, take the exponential of what is left after subtracting it, and
  // divide by the row's sum.
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
  //~ wrong first_axis M05 in mistakes
  //~ wrong last_not_looked_at: j < classes; ++j) max => j < classes - 1; ++j) max
  //~ wrong one_added: sum = 0 => sum = 1
  //~ wrong whole_matrix M05 in mistakes
  //~ wrong no_max
  const int rows = logits.dim(0), classes = logits.dim(1);
  Tensor p(logits.shape());
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
    for (int j = 0; j < classes; ++j) sum += std::exp(logits(i, j));
    for (int j = 0; j < classes; ++j) p(i, j) = std::exp(logits(i, j)) / sum;
  }
  return p;
  //~ wrong max_of_all_rows like no_max: const => double max = logits.flat(0); for (int i = 1; i < logits.size(); ++i) max = std::max(max, logits.flat(i)); const
  //~ wrong max_of_all_rows like no_max: j)); => j) - max); | i, j)) / sum => i, j) - max) / sum
  //~ wrong not_divided like no_max: sum = 0 => max = logits(i, 0)
  //~ wrong not_divided like no_max: 0; j < classes; ++j) sum += std::exp(logits => 1; j < classes; ++j) max = std::max(max, logits
  //~ wrong not_divided like no_max: )) / sum => ) - max)
  //~ wrong max_only_above like no_max: sum = 0 => max = logits(i, 0), sum = 0; for (int j = 1; j < classes; ++j) max = std::max(max, logits(i, j))
  //~ wrong max_only_above like no_max: i, j)) / sum => i, j) - max) / sum
  //~ wrong smallest_subtracted like no_max: j)); => j) - min); | i, j)) / sum => i, j) - min) / sum
  //~ wrong smallest_subtracted like no_max: sum = 0 => min = logits(i, 0), sum = 0; for (int j = 1; j < classes; ++j) min = std::min(min, logits(i, j))
  //~ wrong first_subtracted like no_max: j)); => j) - logits(i, 0)); | i, j)) / sum => i, j) - logits(i, 0)) / sum
  //~ wrong mean_subtracted like no_max: j)); => j) - mean); | i, j)) / sum => i, j) - mean) / sum
  //~ wrong mean_subtracted like no_max: sum = 0 => mean = 0, sum = 0; for (int j = 0; j < classes; ++j) mean += logits(i, j) / classes
  //~ wrong sum_grows in mistakes
  //~ wrong max_from_zero like max_of_all_rows: double max = logits.flat(0); for (int i = 1; i < logits.size(); ++i) max = std::max(max, logits.flat(i)); const => const
  //~ wrong max_from_zero like max_of_all_rows: sum = 0 => max = 0, sum = 0; for (int j = 0; j < classes; ++j) max = std::max(max, logits(i, j))
  //~ end
}
