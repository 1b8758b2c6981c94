// <bos> w1 … wn <eos> <pad> … once; the input is all but its end, the labels all but its beginning.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;

std::pair<Rows, Rows> shift_target(const Rows& target, const given::SpecialIds& ids) {
  std::pair<Rows, Rows> result;
  for (const auto& row : target) {
    std::vector<int> whole{ids.bos};
    for (const int word : row) {
      if (word != ids.pad) whole.push_back(word);
    }
    whole.push_back(ids.eos);
    whole.resize(row.size() + 2, ids.pad);
    result.first.emplace_back(whole.begin(), whole.end() - 1);
    result.second.emplace_back(whole.begin() + 1, whole.end());
  }
  return result;
}

double sequence_loss(const Tensor& log_probabilities, const Rows& labels, const given::SpecialIds& ids) {
  double sum = 0, count = 0;
  for (int b = 0; b < log_probabilities.dim(0); ++b) {
    for (int t = 0; t < log_probabilities.dim(1); ++t) {
      const double weight = labels[b][t] == ids.pad ? 0 : 1;
      sum += weight * log_probabilities(b, t, labels[b][t]);
      count += weight;
    }
  }
  return -sum / count;
}
