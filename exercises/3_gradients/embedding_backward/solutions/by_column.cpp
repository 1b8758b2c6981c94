// Column by column, the sums of the words that occur in a map.
#include "exercises/given.hpp"

Tensor embedding(const Tensor& table, const std::vector<int>& ids) {
  std::vector<double> rows;
  for (const int id : ids)
    for (int c = 0; c < table.dim(1); ++c) rows.push_back(table(id, c));
  return Tensor::of({static_cast<int>(ids.size()), table.dim(1)}, rows);
}

Tensor embedding_backward(int words, const std::vector<int>& ids, const Tensor& grad, int padding) {
  std::map<int, std::vector<double>> sums;
  for (int c = 0; c < grad.dim(1); ++c) {
    for (std::size_t t = 0; t < ids.size(); ++t) {
      std::vector<double>& sum = sums[ids[t]];
      sum.resize(static_cast<std::size_t>(grad.dim(1)));
      sum[static_cast<std::size_t>(c)] += grad(static_cast<int>(t), c);
    }
  }
  sums.erase(padding);
  Tensor result({words, grad.dim(1)});
  for (const auto& [word, sum] : sums)
    for (int c = 0; c < grad.dim(1); ++c) result(word, c) = sum[static_cast<std::size_t>(c)];
  return result;
}

Tensor tied_backward(const std::vector<int>& ids, const Tensor& grad_embedded, const Tensor& hidden,
                     const Tensor& grad_logits) {
  Tensor result = embedding_backward(grad_logits.dim(1), ids, grad_embedded, -1);
  for (int t = 0; t < hidden.dim(0); ++t)
    for (int v = 0; v < result.dim(0); ++v)
      for (int c = 0; c < result.dim(1); ++c) result(v, c) += grad_logits(t, v) * hidden(t, c);
  return result;
}
