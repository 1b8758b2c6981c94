// Rows that grow word by word, the labels from the input turned round by one; the loss by a list of terms.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;

std::pair<Rows, Rows> shift_target(const Rows& target, const given::SpecialIds& ids) {
  std::pair<Rows, Rows> result;
  for (const std::vector<int>& row : target) {
    std::vector<int> input{ids.bos}, labels;
    for (const int word : row)
      if (word != ids.pad) input.push_back(word);
    labels = input;
    labels.front() = ids.eos;
    std::rotate(labels.begin(), labels.begin() + 1, labels.end());
    input.resize(row.size() + 1, ids.pad);
    labels.resize(row.size() + 1, ids.pad);
    result.first.push_back(std::move(input));
    result.second.push_back(std::move(labels));
  }
  return result;
}

double sequence_loss(const Tensor& log_probabilities, const Rows& labels, const given::SpecialIds& ids) {
  std::vector<double> terms;
  for (std::size_t b = 0; b < labels.size(); ++b)
    for (std::size_t t = 0; t < labels[b].size(); ++t)
      if (labels[b][t] != ids.pad)
        terms.push_back(-log_probabilities(static_cast<int>(b), static_cast<int>(t), labels[b][t]));
  return std::accumulate(terms.begin(), terms.end(), 0.0) / static_cast<double>(terms.size());
}
