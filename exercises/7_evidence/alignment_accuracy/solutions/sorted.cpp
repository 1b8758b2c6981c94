#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return std::vector<int>{2, 1, 3, 2, 2}[static_cast<std::size_t>(which) - 1]; }

double alignment_accuracy(const Tensor& weights, const std::vector<int>& partner) {
  const int keys = weights.dim(1);
  std::vector<double> hits;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] == -1) continue;
    const auto row = weights.values().begin() + static_cast<int>(i) * keys;
    hits.push_back(std::max_element(row, row + keys) - row == partner[i] ? 1 : 0);
  }
  return std::accumulate(hits.begin(), hits.end(), 0.0) / static_cast<double>(hits.size());
}

double without_looking(const std::vector<int>& partner, int keys) {
  double best = 0;
  const auto counted = partner.size() - std::count(partner.begin(), partner.end(), -1);
  for (int j = 0; j < keys; ++j)
    best = std::max(best, static_cast<double>(std::count(partner.begin(), partner.end(), j)));
  return best / static_cast<double>(counted);
}
