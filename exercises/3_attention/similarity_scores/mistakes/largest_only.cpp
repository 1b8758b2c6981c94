Tensor mix_values(const Tensor& weights, const Tensor& value) {
  Tensor output({weights.dim(0), value.dim(1)});
  for (int i = 0; i < weights.dim(0); ++i) {
    int best = 0;
    for (int j = 1; j < weights.dim(1); ++j)
      if (weights(i, j) > weights(i, best)) best = j;
    for (int d = 0; d < value.dim(1); ++d) output(i, d) = value(best, d);
  }
  return output;
}
