// Loops over every pair (i, j), adding up; the softmax by hand.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor grad_value(const Tensor& weights, const Tensor& upstream) {
  Tensor g({weights.dim(1), upstream.dim(1)});
  for (int i = 0; i < weights.dim(0); i++)
    for (int j = 0; j < weights.dim(1); j++)
      for (int d = 0; d < upstream.dim(1); d++) g(j, d) += weights(i, j) * upstream(i, d);
  return g;
}

Tensor grad_scores(const Tensor& weights, const Tensor& value, const Tensor& upstream) {
  Tensor dP({weights.dim(0), weights.dim(1)}), dS({weights.dim(0), weights.dim(1)});
  for (int i = 0; i < weights.dim(0); i++)
    for (int j = 0; j < weights.dim(1); j++)
      for (int d = 0; d < value.dim(1); d++) dP(i, j) += upstream(i, d) * value(j, d);
  // the whole Jacobian: dp_j/ds_k = p_j (δ_jk − p_k)
  for (int i = 0; i < weights.dim(0); i++)
    for (int j = 0; j < weights.dim(1); j++)
      for (int k = 0; k < weights.dim(1); k++)
        dS(i, k) += dP(i, j) * weights(i, j) * ((j == k ? 1.0 : 0.0) - weights(i, k));
  return dS;
}

given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  const int tq = query.dim(0), tk = key.dim(0), dk = query.dim(1);
  const double scale = 1.0 / std::sqrt(static_cast<double>(dk));
  Tensor p({tq, tk});
  for (int i = 0; i < tq; i++) {
    double sum = 0;
    for (int j = 0; j < tk; j++) {
      double dot = 0;
      for (int d = 0; d < dk; d++) dot += query(i, d) * key(j, d);
      sum += p(i, j) = std::exp(dot * scale);
    }
    for (int j = 0; j < tk; j++) p(i, j) /= sum;
  }
  const Tensor dS = grad_scores(p, value, upstream);
  given::AttentionGradients g{Tensor(query.shape()), Tensor(key.shape()), grad_value(p, upstream)};
  for (int i = 0; i < tq; i++) {
    for (int j = 0; j < tk; j++) {
      for (int d = 0; d < dk; d++) {
        g.query(i, d) += scale * dS(i, j) * key(j, d);
        g.key(j, d) += scale * dS(i, j) * query(i, d);
      }
    }
  }
  return g;
}
