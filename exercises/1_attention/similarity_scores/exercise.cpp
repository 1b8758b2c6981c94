#include "exercises/learn.hpp"

//~ wrong last_product, last_value with one_summand
//~ end
/// How well does each query match each key? score(i, j) = q_i · k_j, the dot product of row i of `query` and
/// row j of `key`.
/// query (Tq, D), key (Tk, D) -> scores (Tq, Tk).
Tensor similarity_scores(const Tensor& query, const Tensor& key) {
  //~ stub
  // The result has a row for each query and a column for each key: Tensor scores({query.dim(0), key.dim(0)});
  return not_written("similarity_scores");
  //~ solution
  return matmul(query, transpose(key));
  //~ wrong roles_swapped: query, transpose(key => key, transpose(query
  //~ wrong key_reshaped: transpose(key) => key.reshape({key.dim(1), key.dim(0)})
  //~ wrong already_scaled M06: )); => )) / std::sqrt(double(query.dim(1)));
  //~ wrong not_itself
  Tensor scores = matmul(query, transpose(key));
  for (int i = 0; i < std::min(scores.dim(0), scores.dim(1)); ++i) scores(i, i) = 0;
  return scores;
  //~ wrong distance
  Tensor scores({query.dim(0), key.dim(0)});
  for (int i = 0; i < query.dim(0); ++i)
    for (int j = 0; j < key.dim(0); ++j)
      for (int d = 0; d < query.dim(1); ++d) scores(i, j) += std::pow(query(i, d) - key(j, d), 2);
  return scores;
  //~ wrong minus_distance like distance: += => -=
  //~ wrong last_product: matmul( => one_summand(query.dim(1) - 1,
  //~ end
}

/// A query gets a mixture of the values, output_i = Σ_j weights(i, j) value_j.
/// weights (Tq, Tk), each row positive and with the sum 1; value (Tk, Dv) -> (Tq, Dv).
Tensor mix_values(const Tensor& weights, const Tensor& value) {
  //~ stub
  // Which axis do the columns of `weights` and the rows of `value` share, so that it is summed over?
  return not_written("mix_values");
  //~ solution
  return matmul(weights, value);
  //~ wrong largest_only
  Tensor output({weights.dim(0), value.dim(1)});
  for (int i = 0; i < weights.dim(0); ++i) {
    const double* row = weights.values().data() + i * weights.dim(1);
    const auto best = std::max_element(row, row + weights.dim(1)) - row;
    for (int d = 0; d < value.dim(1); ++d) output(i, d) = value(best, d);
  }
  return output;
  //~ wrong plain_mean: weights => Tensor::full(weights.shape(), 1.0 / weights.dim(1))
  //~ wrong divided_again: value); => value) / double(weights.dim(1));
  //~ wrong softmax_again: weights => given::softmax(weights)
  //~ wrong last_value: matmul( => one_summand(weights.dim(1) - 1,
  //~ end
}

/// The direction alone, without the lengths: cosine(i, j) = q_i · k_j / (‖q_i‖ ‖k_j‖), from −1 to 1.
/// query (Tq, D), key (Tk, D), no row is all 0 -> (Tq, Tk).
Tensor cosine_scores(const Tensor& query, const Tensor& key) {
  //~ stub
  // The length of a row is the root of the sum of its squares (std::sqrt). You may use similarity_scores.
  return not_written("cosine_scores");
  //~ solution
  const auto length = [](const Tensor& rows, int i) {
    double sum = 0;
    for (int d = 0; d < rows.dim(1); ++d) sum += rows(i, d) * rows(i, d);
    return std::sqrt(sum);
  };
  Tensor cosine = matmul(query, transpose(key));
  for (int i = 0; i < cosine.dim(0); ++i)
    for (int j = 0; j < cosine.dim(1); ++j) cosine(i, j) /= length(query, i) * length(key, j);
  return cosine;
  //~ wrong no_lengths: return cosine => return matmul(query, transpose(key))
  //~ wrong scaled_by_dimension: return cosine => return matmul(query, transpose(key)) / std::sqrt(double(query.dim(1)))
  //~ wrong squared_lengths: std::sqrt(sum) => sum
  //~ wrong query_length_only: * length(key, j) =>
  //~ wrong key_length_only: length(query, i) * =>
  //~ wrong sum_of_lengths: length(query, i) * length(key, j) => length(query, i) + length(key, j)
  //~ end
}
