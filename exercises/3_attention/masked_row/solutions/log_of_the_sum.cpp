// Weights as exp(score − log Σ exp), the gradient in loops of its own, attention query by query.
#include <optional>

#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor weights(scores.shape());
  for (int i = 0; i < scores.dim(0); ++i) {
    std::optional<double> largest;
    for (int j = 0; j < scores.dim(1); ++j)
      if (mask(i, j) == 1 && (!largest || scores(i, j) > *largest)) largest = scores(i, j);
    if (!largest) continue;
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j) sum += mask(i, j) == 1 ? std::exp(scores(i, j) - *largest) : 0;
    const double whole = *largest + std::log(sum);
    for (int j = 0; j < scores.dim(1); ++j)
      if (mask(i, j) == 1) weights(i, j) = std::exp(scores(i, j) - whole);
  }
  return weights;
}

Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  Tensor scores(mask.shape());
  for (int i = 0; i < scores.dim(0); ++i)
    for (int j = 0; j < scores.dim(1); ++j)
      for (int c = 0; c < key.dim(1); ++c)
        scores(i, j) += query(i, c) / std::sqrt(double(key.dim(1))) * key(j, c);
  const Tensor weights = masked_weights(scores, mask);
  Tensor out({query.dim(0), value.dim(1)});
  for (int i = 0; i < out.dim(0); ++i)
    for (int j = 0; j < weights.dim(1); ++j)
      for (int c = 0; mask(i, j) != 0 && c < out.dim(1); ++c) out(i, c) += weights(i, j) * value(j, c);
  return out;
}

Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  Tensor grad = masked_weights(scores, mask);
  for (int i = 0; i < grad.dim(0); ++i) {
    double mean = 0;
    for (int j = 0; j < grad.dim(1); ++j) mean += grad(i, j) * upstream(i, j);
    for (int j = 0; j < grad.dim(1); ++j) grad(i, j) *= upstream(i, j) - mean;
  }
  return grad;
}
