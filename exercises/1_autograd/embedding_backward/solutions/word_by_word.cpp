#include "exercises/given.hpp"

Tensor embedding(const Tensor& table, const std::vector<int>& ids) {
  std::vector<double> values;
  for (const int id : ids) {
    for (int c = 0; c < table.dim(1); ++c) values.push_back(table(id, c));
  }
  return Tensor::of({static_cast<int>(ids.size()), table.dim(1)}, values);
}

// The places of each word first, then one sum a word.
Tensor embedding_backward(int words, const std::vector<int>& ids, const Tensor& grad, int padding) {
  std::map<int, std::vector<int>> places;
  for (int t = 0; t < static_cast<int>(ids.size()); ++t) places[ids[t]].push_back(t);
  places.erase(padding);
  Tensor result({words, grad.dim(1)});
  for (const auto& [word, all] : places) {
    for (int c = 0; c < grad.dim(1); ++c) {
      double sum = 0;
      for (const int t : all) sum += grad(t, c);
      result(word, c) = sum;
    }
  }
  return result;
}

Tensor tied_backward(const std::vector<int>& ids, const Tensor& grad_embedded, const Tensor& hidden,
                     const Tensor& grad_logits) {
  Tensor result = embedding_backward(grad_logits.dim(1), ids, grad_embedded, -1);
  for (int t = 0; t < hidden.dim(0); ++t) {
    for (int w = 0; w < result.dim(0); ++w) {
      for (int c = 0; c < hidden.dim(1); ++c) result(w, c) += grad_logits(t, w) * hidden(t, c);
    }
  }
  return result;
}
