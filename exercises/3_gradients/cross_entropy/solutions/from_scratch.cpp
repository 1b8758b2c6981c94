// Without given::: the logits' maximum and log Σ exp by hand; the gradient through log-softmax, g − p Σ g.
#include "exercises/learn.hpp"

namespace {

std::vector<double> log_probabilities(const Tensor& logits, int row) {
  std::vector<double> x(logits.dim(1));
  for (int c = 0; c < logits.dim(1); ++c) x[c] = logits(row, c);
  const double max = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (const double value : x) sum += std::exp(value - max);
  for (double& value : x) value -= max + std::log(sum);
  return x;
}

}  // namespace

double cross_entropy(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                     int ignore_index) {
  std::vector<double> losses;
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    const std::vector<double> log_p = log_probabilities(logits, row);
    const double mean = std::accumulate(log_p.begin(), log_p.end(), 0.0) / static_cast<double>(log_p.size());
    losses.push_back(-(log_p[targets[row]] + label_smoothing * (mean - log_p[targets[row]])));
  }
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

Tensor cross_entropy_backward(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                              int ignore_index, double upstream) {
  const int classes = logits.dim(1);
  int rows = 0;
  Tensor grad({logits.dim(0), classes});
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    ++rows;
    const std::vector<double> log_p = log_probabilities(logits, row);
    std::vector<double> g(classes, -label_smoothing / classes);
    g[targets[row]] += label_smoothing - 1;
    const double sum = std::accumulate(g.begin(), g.end(), 0.0);
    for (int c = 0; c < classes; ++c) grad(row, c) = g[c] - std::exp(log_p[c]) * sum;
  }
  return grad * (upstream / rows);
}
