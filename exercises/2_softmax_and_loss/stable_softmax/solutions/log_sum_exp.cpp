// The logarithm of the sum first, then one exponential for each element.
#include "exercises/learn.hpp"

Tensor softmax(const Tensor& logits) {
  Tensor p(logits.shape());
  for (int i = 0; i < logits.dim(0); ++i) {
    double max = -std::numeric_limits<double>::infinity();
    for (int j = 0; j < logits.dim(1); ++j) max = std::fmax(max, logits(i, j));
    double sum = 0;
    for (int j = 0; j < logits.dim(1); ++j) sum += std::exp(logits(i, j) - max);
    const double log_sum = max + std::log(sum);
    for (int j = 0; j < logits.dim(1); ++j) p(i, j) = std::exp(logits(i, j) - log_sum);
  }
  return p;
}
