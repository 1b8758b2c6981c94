#include "exercises/learn.hpp"

// a_i = (one-hot rows of the distances) x table, a matrix product for each query.
Tensor choice(int i, int keys, int rows) {
  Tensor hot({keys, rows});
  const int k = rows / 2;
  for (int j = 0; j < keys; ++j) hot(j, i - j > k ? 2 * k : i - j < -k ? 0 : i - j + k) = 1;
  return hot;
}

Tensor relative_position_encoding(const Tensor& table, int queries, int keys) {
  Tensor out({queries, keys, table.dim(1)});
  for (int i = 0; i < queries; ++i) {
    const Tensor a = matmul(choice(i, keys, table.dim(0)), table);
    for (int n = 0; n < a.size(); ++n) out.flat(i * a.size() + n) = a.flat(n);
  }
  return out;
}

Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table) {
  Tensor out({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i) {
    const Tensor moved = k + matmul(choice(i, k.dim(0), table.dim(0)), table);
    for (int j = 0; j < k.dim(0); ++j) {
      for (int c = 0; c < q.dim(1); ++c) out(i, j) += q(i, c) * moved(j, c);
      out(i, j) *= std::pow(q.dim(1), -0.5);
    }
  }
  return out;
}

Tensor skew(const Tensor& by_distance) {
  const int length = by_distance.dim(0);
  Tensor out({length, length});
  for (int n = 0; n < out.size(); ++n)
    out.flat(n) = by_distance.flat(n / length * 2 * length + length - 1 - n % length);
  return out;
}

Tensor relative_term(const Tensor& q, const Tensor& table) {
  const Tensor products = matmul(table, transpose(q));  // (2k + 1, T)
  const int k = table.dim(0) / 2;
  Tensor out({q.dim(0), q.dim(0)});
  for (int j = 0; j < q.dim(0); ++j)
    for (int i = 0; i < q.dim(0); ++i) out(i, j) = products(std::min(std::max(i - j, -k), k) + k, i);
  return out;
}
