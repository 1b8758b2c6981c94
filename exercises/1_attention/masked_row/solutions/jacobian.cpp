// Visible keys are collected in a list first; the gradient with the whole Jacobian p_j (δ_jk − p_k).
#include "exercises/learn.hpp"

static std::vector<int> visible(const Tensor& mask, int row) {
  std::vector<int> keys;
  for (int j = 0; j < mask.dim(1); j++)
    if (mask(row, j) == 1) keys.push_back(j);
  return keys;
}

Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor weights({scores.dim(0), scores.dim(1)});
  for (int i = 0; i < scores.dim(0); i++) {
    const std::vector<int> keys = visible(mask, i);
    if (keys.empty()) continue;
    double largest = scores(i, keys[0]), total = 0;
    for (int j : keys) largest = std::max(largest, scores(i, j));
    for (int j : keys) total += std::exp(scores(i, j) - largest);
    for (int j : keys) weights(i, j) = std::exp(scores(i, j) - largest) / total;
  }
  return weights;
}

Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  Tensor scores = matmul(query, transpose(key));
  scores *= 1 / std::sqrt(query.dim(-1));
  return matmul(masked_weights(scores, mask), value);
}

Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  const Tensor p = masked_weights(scores, mask);
  Tensor gradient(scores.shape());
  for (int i = 0; i < p.dim(0); i++)
    for (int j : visible(mask, i))
      for (int k : visible(mask, i)) gradient(i, k) += upstream(i, j) * p(i, j) * ((j == k) - p(i, k));
  return gradient;
}
