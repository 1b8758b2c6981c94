// Element by element: 1 where a comparison holds; weights by hand, hidden ones times 0.
#include "exercises/learn.hpp"

Tensor causal_mask_of_last(int queries, int keys) {
  Tensor mask = Tensor::full({queries, keys}, 1);
  for (int n = 0; n < mask.size(); ++n) {
    const int place = n / keys + keys - queries;
    if (n % keys > place) mask.flat(n) = 0;
  }
  return mask;
}

Tensor causal_mask(int length) {
  std::vector<double> rows;
  for (int i = 0; i < length; ++i) {
    rows.insert(rows.end(), static_cast<std::size_t>(i + 1), 1.0);
    rows.insert(rows.end(), static_cast<std::size_t>(length - i - 1), 0.0);
  }
  return Tensor::of({length, length}, rows);
}

Tensor causal_weights(const Tensor& scores) {
  Tensor weights = causal_mask(scores.dim(0));
  for (int i = 0; i < weights.dim(0); ++i) {
    double largest = scores(i, 0), total = 0;
    for (int j = 0; j <= i; ++j) largest = std::max(largest, scores(i, j));
    for (int j = 0; j < weights.dim(1); ++j) {
      weights(i, j) = weights(i, j) == 1 ? std::exp(scores(i, j) - largest) : 0;
      total += weights(i, j);
    }
    for (int j = 0; j < weights.dim(1); ++j) weights(i, j) /= total;
  }
  return weights;
}
