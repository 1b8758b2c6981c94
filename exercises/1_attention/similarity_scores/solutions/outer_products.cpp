// Feature by feature: a product is a sum of columns times rows.
#include "exercises/learn.hpp"

static Tensor sum_of_outer(const Tensor& columns, const Tensor& rows) {
  Tensor sum({columns.dim(0), rows.dim(1)});
  for (int d = 0; d < columns.dim(1); ++d)
    for (int i = 0; i < columns.dim(0); ++i)
      for (int j = 0; j < rows.dim(1); ++j) sum(i, j) += columns(i, d) * rows(d, j);
  return sum;
}

Tensor similarity_scores(const Tensor& query, const Tensor& key) {
  return sum_of_outer(query, transpose(key));
}

Tensor mix_values(const Tensor& weights, const Tensor& value) { return sum_of_outer(weights, value); }

// The lengths are the roots of what each row scores with itself.
Tensor cosine_scores(const Tensor& query, const Tensor& key) {
  const Tensor queries = similarity_scores(query, query), keys = similarity_scores(key, key);
  Tensor cosine = similarity_scores(query, key);
  for (int i = 0; i < cosine.dim(0); ++i)
    for (int j = 0; j < cosine.dim(1); ++j) cosine(i, j) /= std::sqrt(queries(i, i)) * std::sqrt(keys(j, j));
  return cosine;
}
