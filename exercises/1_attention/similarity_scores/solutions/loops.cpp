// Plain loops; for the cosine, all rows are brought to length 1 first.
#include "exercises/learn.hpp"

Tensor similarity_scores(const Tensor& query, const Tensor& key) {
  Tensor scores({query.dim(0), key.dim(0)});
  for (int i = 0; i < query.dim(0); ++i)
    for (int j = 0; j < key.dim(0); ++j)
      for (int d = 0; d < key.dim(1); ++d) scores(i, j) += query(i, d) * key(j, d);
  return scores;
}

Tensor mix_values(const Tensor& weights, const Tensor& value) {
  Tensor mixed({weights.dim(0), value.dim(1)});
  for (int j = 0; j < value.dim(0); ++j)
    for (int i = 0; i < weights.dim(0); ++i)
      for (int c = 0; c < value.dim(1); ++c) mixed(i, c) += weights(i, j) * value(j, c);
  return mixed;
}

Tensor cosine_scores(const Tensor& query, const Tensor& key) {
  const auto of_length_one = [](Tensor rows) {
    for (int i = 0; i < rows.dim(0); ++i) {
      double squares = 0;
      for (int d = 0; d < rows.dim(1); ++d) squares += rows(i, d) * rows(i, d);
      for (int d = 0; d < rows.dim(1); ++d) rows(i, d) /= std::sqrt(squares);
    }
    return rows;
  };
  return similarity_scores(of_length_one(query), of_length_one(key));
}
