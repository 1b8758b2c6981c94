#include "exercises/learn.hpp"

/// How well does each query go together with each key? score(i, j) = q_i · k_j, the dot product of row i of
/// `query` and row j of `key`.
/// query (Tq, D), key (Tk, D) -> scores (Tq, Tk).
Tensor similarity_scores(const Tensor& query, const Tensor& key) {
  //~ stub
  // The result has a row for each query and a column for each key: Tensor scores({query.dim(0), key.dim(0)});
  return not_written("similarity_scores");
  //~ solution
  return matmul(query, transpose(key));
  //~ wrong roles_swapped: query, transpose(key => key, transpose(query
  //~ wrong key_reshaped
  Tensor columns({key.dim(1), key.dim(0)});
  for (int n = 0; n < key.size(); ++n) columns.flat(n) = key.flat(n);
  return matmul(query, columns);
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
  //~ wrong last_product like distance: += std::pow(query(i, d) - key(j, d), 2 => = query(i, d) * key(j, d
  //~ end
}

/// What a query takes along: a mixture of the values, output_i = Σ_j weights(i, j) value_j.
/// weights (Tq, Tk), each row positive and with the sum 1; value (Tk, Dv) -> (Tq, Dv).
Tensor mix_values(const Tensor& weights, const Tensor& value) {
  //~ stub
  // Which axis do the columns of `weights` and the rows of `value` share, so that it is summed over?
  return not_written("mix_values");
  //~ solution
  return matmul(weights, value);
  //~ wrong largest_only in mistakes
  //~ wrong plain_mean
  Tensor output({weights.dim(0), value.dim(1)});
  for (int i = 0; i < weights.dim(0); ++i)
    for (int j = 0; j < weights.dim(1); ++j)
      for (int d = 0; d < value.dim(1); ++d) output(i, d) += value(j, d) / weights.dim(1);
  return output;
  //~ wrong divided_again: value); => value) / double(weights.dim(1));
  //~ wrong softmax_again in mistakes
  //~ wrong last_value like plain_mean: += value(j, d) / weights.dim(1 => = weights(i, j) * value(j, d
  //~ end
}

/// The direction alone, without the lengths: cosine(i, j) = q_i · k_j / (‖q_i‖ ‖k_j‖), from −1 to 1.
/// query (Tq, D), key (Tk, D), no row is all 0 -> (Tq, Tk).
Tensor cosine_scores(const Tensor& query, const Tensor& key) {
  //~ stub
  // The length of a row is the root of the sum of its squares (std::sqrt). Your similarity_scores may be
  // used.
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
  //~ wrong no_lengths
  return matmul(query, transpose(key));
  //~ wrong squared_lengths: auto length = => auto square = | std::sqrt(sum) => sum | length(query, i) * length => square(query, i) * square
  //~ wrong query_length_only
  Tensor cosine = matmul(query, transpose(key));
  for (int i = 0; i < cosine.dim(0); ++i) {
    double sum = 0;
    for (int d = 0; d < query.dim(1); ++d) sum += query(i, d) * query(i, d);
    for (int j = 0; j < cosine.dim(1); ++j) cosine(i, j) /= std::sqrt(sum);
  }
  return cosine;
  //~ wrong key_length_only like query_length_only: i = 0; i < cosine.dim(0); ++i => j = 0; j < cosine.dim(1); ++j
  //~ wrong key_length_only like query_length_only: query.dim(1); ++d) sum += query(i, d) * query(i => key.dim(1); ++d) sum += key(j, d) * key(j
  //~ wrong key_length_only like query_length_only: j = 0; j < cosine.dim(1); ++j) cosine => i = 0; i < cosine.dim(0); ++i) cosine
  //~ wrong sum_of_lengths: ) * length => ) + length
  //~ wrong scaled_by_dimension like no_lengths: ); => ) / std::sqrt(double(query.dim(1)));
  //~ end
}
