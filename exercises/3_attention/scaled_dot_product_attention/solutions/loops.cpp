// Everything by hand: no matmul, no ready-made softmax; the logarithm of the sum first.
#include "exercises/learn.hpp"

Tensor attention_scores(const Tensor& query, const Tensor& key) {
  const int tq = query.dim(0), tk = key.dim(0), dk = query.dim(-1);
  Tensor s({tq, tk});
  for (int i = 0; i < tq; i++) {
    for (int j = 0; j < tk; j++) {
      double dot = 0;
      for (int d = 0; d < dk; d++) dot += query(i, d) * key(j, d);
      s(i, j) = dot / std::sqrt(static_cast<double>(dk));
    }
  }
  return s;
}

Tensor attention_weights(const Tensor& scores, const Tensor& mask) {
  Tensor w(scores.shape());
  for (int i = 0; i < scores.dim(0); i++) {
    auto visible = [&](int j) { return mask.size() == 0 || mask(i, j) == 1; };
    double largest = -1e300, sum = 0;
    for (int j = 0; j < scores.dim(1); j++)
      if (visible(j)) largest = std::max(largest, scores(i, j));
    for (int j = 0; j < scores.dim(1); j++)
      if (visible(j)) sum += std::exp(scores(i, j) - largest);
    const double log_sum = largest + std::log(sum);
    for (int j = 0; j < scores.dim(1); j++)
      if (visible(j)) w(i, j) = std::exp(scores(i, j) - log_sum);
  }
  return w;
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& mask) {
  const Tensor w = attention_weights(attention_scores(query, key), mask);
  Tensor out({query.dim(0), value.dim(1)});
  for (int i = 0; i < w.dim(0); i++)
    for (int j = 0; j < w.dim(1); j++)
      for (int d = 0; d < value.dim(1); d++) out(i, d) += w(i, j) * value(j, d);
  return out;
}
