Tensor attention_weights(const Tensor& scores, const Tensor& mask) {
  Tensor weights = mask.size() == 0 ? scores : scores * mask;
  for (int i = 0; i < weights.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < weights.dim(1); ++j) sum += weights(i, j);
    for (int j = 0; j < weights.dim(1); ++j) weights(i, j) /= sum;
  }
  return weights;
}
