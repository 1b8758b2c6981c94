#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Step 1, the scores: Q Kᵀ / √d_k.
/// query (Tq, Dk), key (Tk, Dk) -> (Tq, Tk): a row for each query.
Tensor attention_scores(const Tensor& query, const Tensor& key) {
  //~ stub
  return not_written("attention_scores");
  //~ solution
  return matmul(query, transpose(key)) / std::sqrt(double(query.dim(1)));
  //~ wrong no_scale M06: ) / std::sqrt(double(query.dim(1))); => );
  //~ wrong scaled_twice M06: std::sqrt(double(query.dim(1) => double(query.dim(1
  //~ wrong multiplied M06: ) / std => ) * std
  //~ wrong root_of_keys M06: query.dim(1 => key.dim(0
  //~ end
}

/// Step 2, the weights: hide what the mask hides, and turn each query's scores into weights (softmax).
/// scores (Tq, Tk); mask (Tq, Tk): 1 = may attend, 0 = may not, or empty (mask.size() == 0): nothing is
/// hidden. Every query may attend to at least one key. -> weights (Tq, Tk): 0 where hidden, each row sums
/// to 1.
Tensor attention_weights(const Tensor& scores, const Tensor& mask) {
  //~ stub
  return not_written("attention_weights");
  //~ solution
  Tensor masked = scores;
  for (int n = 0; n < mask.size(); ++n)
    if (mask.flat(n) == 0) masked.flat(n) = -std::numeric_limits<double>::infinity();
  return given::softmax(masked);
  //~ wrong finite_mask: std::numeric_limits<double>::infinity() => 1e4
  //~ wrong over_queries M05: given::softmax(masked => transpose(given::softmax(transpose(masked))
  //~ wrong over_everything M05: masked) => masked.reshape({masked.size()})).reshape(scores.shape())
  //~ wrong mask_ignored
  return given::softmax(scores);
  //~ wrong mask_inverted: ) == => ) !=
  //~ wrong mask_by_columns: mask.flat(n) => mask.flat(n % mask.dim(1) * mask.dim(0) + n / mask.dim(1))
  //~ wrong scores_multiplied like mask_ignored: scores => mask.size() == 0 ? scores : scores * mask
  //~ wrong masked_after_softmax like mask_ignored: given::softmax(scores) => mask.size() == 0 ? given::softmax(scores) : given::softmax(scores) * mask
  //~ wrong mask_added like mask_ignored: scores => mask.size() == 0 ? scores : scores + mask
  //~ wrong zero_times_infinity M16: if (mask.flat(n) == 0) masked.flat(n) = - => masked.flat(n) -= (1 - mask.flat(n)) *
  //~ wrong hidden_exponential
  Tensor weights = scores;
  for (int i = 0; i < scores.dim(0); ++i) {
    double max = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (mask.size() == 0 || mask(i, j) != 0) max = std::max(max, scores(i, j));
    for (int j = 0; j < scores.dim(1); ++j)
      sum += weights(i, j) = std::exp(scores(i, j) - max) * (mask.size() == 0 ? 1 : mask(i, j));
    for (int j = 0; j < scores.dim(1); ++j) weights(i, j) /= sum;
  }
  return weights;
  //~ wrong exp_without_maximum F01 like hidden_exponential: max = std::max(max, scores(i, j)) => max = 0 | std::exp(scores(i, j) - max) * (mask.size() == 0 ? 1 : mask(i, j)) => mask.size() == 0 || mask(i, j) != 0 ? std::exp(scores(i, j) - max) : 0
  //~ wrong maximum_of_all_keys F02 like hidden_exponential: if (mask.size() == 0 || mask(i, j) != 0) max => max
  //~ wrong no_softmax: -std::numeric_limits<double>::infinity() => 0 | given::softmax(masked) => masked
  //~ wrong divided_by_sum in mistakes
  //~ end
}

/// All steps together: softmax(Q Kᵀ / √d_k, masked) V.
/// query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), mask as above -> (Tq, Dv).
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& mask) {
  //~ stub
  return not_written("scaled_dot_product_attention");
  //~ solution
  return matmul(attention_weights(attention_scores(query, key), mask), value);
  //~ wrong root_of_d_v M06: attention_scores(query, key) => matmul(query, transpose(key)) / std::sqrt(double(value.dim(1)))
  //~ wrong scaled_after_softmax M06: attention_scores(query, key), mask) => matmul(query, transpose(key)), mask) / std::sqrt(double(query.dim(1)))
  //~ wrong keys_for_values: value => key
  //~ end
}
