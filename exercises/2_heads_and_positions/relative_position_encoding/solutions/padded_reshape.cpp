#include "exercises/learn.hpp"

// The skew trick as it is done without indexing: flip, pad each row by one column, and read the same numbers
// as rows that are one shorter.
Tensor relative_position_encoding(const Tensor& table, int queries, int keys) {
  Tensor out({queries, keys, table.dim(1)});
  const int k = (table.dim(0) - 1) / 2;
  for (int i = 0; i < queries; i++) {
    for (int j = 0; j < keys; j++) {
      int r = i - j;
      if (r > k) r = k;
      if (r < -k) r = -k;
      for (int c = 0; c < table.dim(1); c++) out(i, j, c) = table(r + k, c);
    }
  }
  return out;
}

Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table) {
  const Tensor a = relative_position_encoding(table, q.dim(0), k.dim(0));
  Tensor scores = matmul(q, transpose(k));
  for (int i = 0; i < q.dim(0); i++)
    for (int j = 0; j < k.dim(0); j++)
      for (int c = 0; c < q.dim(1); c++) scores(i, j) += q(i, c) * a(i, j, c);
  return scores / std::sqrt(q.dim(1));
}

Tensor skew(const Tensor& by_distance) {
  const int T = by_distance.dim(0), width = 2 * T - 1;
  Tensor padded({T, width + 1});  // column c now stands for j − i
  for (int i = 0; i < T; i++)
    for (int c = 0; c < width; c++) padded(i, c) = by_distance(i, width - 1 - c);
  Tensor out({T, T});
  for (int i = 0; i < T; i++)
    for (int j = 0; j < T; j++) out(i, j) = padded.flat(i * width + T - 1 + j);
  return out;
}

Tensor relative_term(const Tensor& q, const Tensor& table) {
  const int T = q.dim(0), k = table.dim(0) / 2;
  const Tensor products = matmul(q, transpose(table));
  Tensor wide({T, 2 * T - 1});
  for (int i = 0; i < T; i++)
    for (int c = 0; c < 2 * T - 1; c++) wide(i, c) = products(i, std::clamp(c - (T - 1), -k, k) + k);
  return skew(wide);
}
