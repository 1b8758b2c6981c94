// Row i is a softmax of its first i + 1 scores, with the logarithm of the sum: no mask needed.
#include "exercises/learn.hpp"

Tensor causal_mask(int length) {
  Tensor m({length, length});
  for (int n = 0; n < m.size(); ++n) m.flat(n) = n % length <= n / length ? 1 : 0;
  return m;
}

Tensor causal_mask_of_last(int queries, int keys) {
  const Tensor all = causal_mask(keys);
  Tensor last({queries, keys});
  for (int i = 0; i < queries; ++i)
    for (int j = 0; j < keys; ++j) last(i, j) = all(keys - queries + i, j);
  return last;
}

Tensor causal_weights(const Tensor& scores) {
  Tensor weights(scores.shape());
  for (int i = 0; i < scores.dim(0); ++i) {
    double largest = scores(i, 0), sum = 0;
    for (int j = 1; j <= i; ++j) largest = std::max(largest, scores(i, j));
    for (int j = 0; j <= i; ++j) sum += std::exp(scores(i, j) - largest);
    for (int j = 0; j <= i; ++j) weights(i, j) = std::exp(scores(i, j) - (largest + std::log(sum)));
  }
  return weights;
}
