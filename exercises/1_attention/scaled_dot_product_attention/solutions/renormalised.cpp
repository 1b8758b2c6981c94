// Exponentials of all scores less the largest visible one, the hidden ones removed, each row brought to 1;
// the output works by itself, with heed's own ops.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor attention_scores(const Tensor& query, const Tensor& key) {
  const double root = std::pow(query.dim(1), 0.25);
  return matmul(query / root, transpose(key / root));
}

Tensor attention_weights(const Tensor& scores, const Tensor& mask) {
  const Tensor visible = mask.size() == 0 ? Tensor::full(scores.shape(), 1) : mask;
  Tensor weights(scores.shape());
  for (int i = 0; i < weights.dim(0); ++i) {
    double left = 0, top = -std::numeric_limits<double>::infinity();
    for (int j = 0; j < weights.dim(1); ++j)
      if (visible(i, j) != 0) top = std::max(top, scores(i, j));
    for (int j = 0; j < weights.dim(1); ++j)
      left += weights(i, j) = std::exp(std::min(scores(i, j) - top, 0.0)) * visible(i, j);
    for (int j = 0; j < weights.dim(1); ++j) weights(i, j) /= left;
  }
  return weights;
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& mask) {
  const Variable q(heed::learn::to_array(query)), k(heed::learn::to_array(key)),
      v(heed::learn::to_array(value));
  Variable scores = heed::matmul(q, heed::transpose(k)) / std::sqrt(double(query.dim(1)));
  if (mask.size() > 0) {
    scores = heed::masked_fill(scores, heed::learn::to_array(1.0 - mask),
                               -std::numeric_limits<double>::infinity());
  }
  return heed::learn::to_tensor(heed::matmul(heed::softmax(scores), v).value());
}
