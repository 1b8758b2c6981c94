Tensor mix_values(const Tensor& weights, const Tensor& value) {
  Tensor again({weights.dim(0), weights.dim(1)});
  for (int i = 0; i < weights.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < weights.dim(1); ++j) sum += std::exp(weights(i, j));
    for (int j = 0; j < weights.dim(1); ++j) again(i, j) = std::exp(weights(i, j)) / sum;
  }
  return matmul(again, value);
}
