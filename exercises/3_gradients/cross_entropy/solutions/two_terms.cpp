// PyTorch's way: (1 − s) times the plain loss plus s times the mean of −log p over the classes.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

double cross_entropy(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                     int ignore_index) {
  const Tensor log_p = given::log_softmax(logits);
  double plain = 0, smooth = 0, n = 0;
  for (int i = 0; i < log_p.dim(0); ++i) {
    if (targets[i] != ignore_index) {
      plain -= log_p(i, targets[i]);
      double sum = 0;
      for (int c = 0; c < log_p.dim(1); ++c) sum += log_p(i, c);
      smooth -= sum / log_p.dim(1);
      n += 1;
    }
  }
  return (1 - label_smoothing) * plain / n + label_smoothing * smooth / n;
}

Tensor cross_entropy_backward(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                              int ignore_index, double upstream) {
  const auto counted = targets.size() - std::count(targets.begin(), targets.end(), ignore_index);
  Tensor grad = given::softmax(logits);
  for (int i = 0; i < grad.dim(0); ++i) {
    const bool counts = targets[i] != ignore_index;
    if (counts) grad(i, targets[i]) -= 1 - label_smoothing;
    for (int c = 0; c < grad.dim(1); ++c) {
      grad(i, c) -= label_smoothing / grad.dim(1);
      grad(i, c) *= counts ? upstream / static_cast<double>(counted) : 0;
    }
  }
  return grad;
}
