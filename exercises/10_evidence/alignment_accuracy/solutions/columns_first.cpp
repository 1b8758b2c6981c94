// The column each word looks at, for all words first; then the two lists are compared.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) {
  static constexpr int answers[] = {2, 1, 3, 2, 2};
  return answers[which - 1];
}

std::vector<int> looked_at(const Tensor& weights) {
  std::vector<int> columns(static_cast<std::size_t>(weights.dim(0)), 0);
  for (int j = weights.dim(1) - 1; j >= 0; --j) {
    for (int i = 0; i < weights.dim(0); ++i) {
      int& best = columns[static_cast<std::size_t>(i)];
      if (j == weights.dim(1) - 1 || weights(i, j) >= weights(i, best)) best = j;
    }
  }
  return columns;
}

double alignment_accuracy(const Tensor& weights, const std::vector<int>& partner) {
  const std::vector<int> columns = looked_at(weights);
  double right = 0, wrong = 0;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] >= 0) (columns[i] == partner[i] ? right : wrong) += 1;
  }
  return right / (right + wrong);
}

double without_looking(const std::vector<int>& partner, int keys) {
  std::map<int, int> times;
  int counted = 0;
  for (const int column : partner)
    if (column >= 0 && column < keys) ++times[column], ++counted;
  int most = 0;
  for (const auto& [column, count] : times) most = std::max(most, count);
  return 1.0 * most / counted;
}
