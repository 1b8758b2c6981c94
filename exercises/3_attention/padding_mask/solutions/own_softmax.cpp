// The softmax by hand, over the real keys only, with the logarithm of the sum; the masks by std::count and
// iterators.
#include "exercises/learn.hpp"

Tensor padding_mask(const std::vector<int>& lengths, int longest) {
  std::vector<double> cells;
  for (int length : lengths) {
    cells.insert(cells.end(), length, 1.0);
    cells.insert(cells.end(), longest - length, 0.0);
  }
  return Tensor::of({static_cast<int>(lengths.size()), 1, 1, longest}, cells);
}

Tensor padding_mask_of_ids(const std::vector<int>& ids, int batch, int pad) {
  std::vector<double> cells;
  for (int id : ids) cells.push_back(id == pad ? 0.0 : 1.0);
  return Tensor::of({batch, 1, 1, static_cast<int>(ids.size()) / batch}, cells);
}

Tensor padded_weights(const Tensor& scores, const Tensor& mask) {
  Tensor weights(scores.shape());
  for (int b = 0; b < scores.dim(0); b++)
    for (int h = 0; h < scores.dim(1); h++)
      for (int i = 0; i < scores.dim(2); i++) {
        double largest = -1e300, sum = 0;
        for (int j = 0; j < scores.dim(3); j++)
          if (mask(b, 0, 0, j) > 0.5) largest = std::max(largest, scores(b, h, i, j));
        for (int j = 0; j < scores.dim(3); j++)
          if (mask(b, 0, 0, j) > 0.5) sum += std::exp(scores(b, h, i, j) - largest);
        for (int j = 0; j < scores.dim(3); j++)
          if (mask(b, 0, 0, j) > 0.5)
            weights(b, h, i, j) = std::exp(scores(b, h, i, j) - (largest + std::log(sum)));
      }
  return weights;
}
