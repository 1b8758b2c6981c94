// Rows as vectors, and the standard library's inner product.
#include "exercises/learn.hpp"

using Row = std::vector<double>;

static std::vector<Row> rows_of(const Tensor& x) {
  std::vector<Row> rows;
  for (int i = 0; i < x.dim(0); ++i) {
    Row& row = rows.emplace_back();
    for (int c = 0; c < x.dim(1); ++c) row.push_back(x(i, c));
  }
  return rows;
}

static double dot(const Row& a, const Row& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

template <typename Pair>
static Tensor table(const Tensor& left, const Tensor& right, const Pair& of) {
  std::vector<double> numbers;
  for (const Row& a : rows_of(left))
    for (const Row& b : rows_of(right)) numbers.push_back(of(a, b));
  return Tensor::of({left.dim(0), right.dim(0)}, numbers);
}

Tensor similarity_scores(const Tensor& query, const Tensor& key) { return table(query, key, dot); }

Tensor mix_values(const Tensor& weights, const Tensor& value) {
  return table(weights, transpose(value), dot);
}

Tensor cosine_scores(const Tensor& query, const Tensor& key) {
  return table(query, key,
               [](const Row& a, const Row& b) { return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b)); });
}
