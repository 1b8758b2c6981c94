#include "exercises/learn.hpp"

// Goes through the distances instead of the pairs.
int row_of(int i, int j, int k) { return std::max(0, std::min(2 * k, i - j + k)); }

Tensor relative_position_encoding(const Tensor& table, int queries, int keys) {
  const int k = table.dim(0) / 2, d = table.dim(1);
  Tensor out({queries, keys, d});
  for (int r = -(keys - 1); r <= queries - 1; ++r)
    for (int i = std::max(0, r); i < queries && i - r < keys; ++i)
      for (int c = 0; c < d; ++c) out(i, i - r, c) = table(row_of(r, 0, k), c);
  return out;
}

Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table) {
  const Tensor content = matmul(q, transpose(k)), position = matmul(q, transpose(table));
  Tensor scores(content.shape());
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = 0; j < k.dim(0); ++j)
      scores(i, j) =
          (content(i, j) + position(i, row_of(i, j, table.dim(0) / 2))) / std::sqrt(1.0 * q.dim(1));
  return scores;
}
