#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Your predictions, made before anything is computed: the answers 1, 2 or 3 to the statement's question
/// number `which`, 1 … 5.
int prediction(int which) {
  //~ stub
  return not_written("prediction");
  //~ solution
  const std::vector<int> answers{2, 1, 1, 1, 2};
  //~ wrong unchanged_without_scale: 2, 1, 1, 1, 2 => 1, 1, 1, 1, 2
  //~ wrong larger_without_scale: 2, 1, 1, 1, 2 => 3, 1, 1, 1, 2
  //~ wrong one_when_saturated: 2, 1, 1, 1, 2 => 2, 2, 1, 1, 2
  //~ wrong grows_when_saturated: 2, 1, 1, 1, 2 => 2, 3, 1, 1, 2
  //~ wrong largest_when_certain: 2, 1, 1, 1, 2 => 2, 1, 2, 1, 2
  //~ wrong same_for_all: 2, 1, 1, 1, 2 => 2, 1, 3, 1, 2
  //~ wrong shift_saturates: 2, 1, 1, 1, 2 => 2, 1, 1, 2, 2
  //~ wrong shift_grows: 2, 1, 1, 1, 2 => 2, 1, 1, 3, 2
  //~ wrong falls_with_width: 2, 1, 1, 1, 2 => 2, 1, 1, 1, 1
  //~ wrong grows_with_width: 2, 1, 1, 1, 2 => 2, 1, 1, 1, 3
  //~ end
  //~ solution
  return answers.at(which - 1);
  //~ end
}

/// How much a softmax still moves: √(Σ_ij J_ij²), the Frobenius norm of J(i, j) = dp_i / dz_j of one row
/// p = softmax(z). probabilities p (C).
double jacobian_norm(const Tensor& probabilities) {
  //~ stub
  return not_written("jacobian_norm");
  //~ solution
  double sum = 0;
  const int count = probabilities.size();
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      const double entry = probabilities(i) * ((i == j) - probabilities(j));
      //~ wrong diagonal_only: probabilities(i) * ((i == j) - probabilities(j)) => (i == j) * probabilities(i) * (1 - probabilities(i))
      //~ end
      //~ solution
      sum += entry * entry;
      //~ wrong trace: entry * entry => (i == j) * entry
      //~ end
      //~ solution
    }
  }
  return std::sqrt(sum);
  //~ wrong not_rooted: std::sqrt(sum) => sum
  //~ wrong mean_square: std::sqrt(sum) => std::sqrt(sum / (count * count))
  //~ end
}

/// The mean of that norm over the queries, each with softmax(q · k · scale) over all keys. query (N, D), key
/// (M, D).
double mean_norm(const Tensor& query, const Tensor& key, double scale) {
  //~ stub
  return not_written("mean_norm");
  //~ solution
  const Tensor weights = given::softmax(matmul(query, transpose(key)) * scale);
  //~ wrong divided_by_scale: * scale => / scale
  //~ wrong scale_ignored: * scale =>
  //~ wrong always_root_of_d: * scale => / std::sqrt(query.dim(1))
  //~ wrong softmax_over_queries: given::softmax(matmul(query, transpose(key)) * scale) => transpose(given::softmax(transpose(matmul(query, transpose(key)) * scale)))
  //~ end
  //~ solution
  double sum = 0;
  for (int n = 0; n < weights.dim(0); ++n) {
    Tensor row({weights.dim(1)});
    for (int m = 0; m < row.size(); ++m) row(m) = weights(n, m);
    sum += jacobian_norm(row);
  }
  //~ end
  //~ solution
  return sum / weights.dim(0);
  //~ wrong not_divided: sum / weights.dim(0) => sum
  //~ wrong divided_by_keys: weights.dim(0) => weights.dim(1)
  //~ end
}
