// One pass for maximum and sum: when a larger logit comes, the sum so far is scaled down to it.
#include "exercises/learn.hpp"

Tensor softmax(const Tensor& logits) {
  Tensor p(logits.shape());
  for (int i = 0; i < logits.dim(0); ++i) {
    double max = logits(i, 0), sum = 1;
    for (int j = 1; j < logits.dim(1); ++j) {
      const double x = logits(i, j), larger = std::max(max, x);
      sum = sum * std::exp(max - larger) + std::exp(x - larger);
      max = larger;
    }
    for (int j = 0; j < logits.dim(1); ++j) p(i, j) = std::exp(logits(i, j) - max) / sum;
  }
  return p;
}
