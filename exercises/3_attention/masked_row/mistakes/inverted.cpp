Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor weights({scores.dim(0), scores.dim(1)});
  for (int i = 0; i < scores.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (mask(i, j) == 0) sum += weights(i, j) = std::exp(scores(i, j));
    for (int j = 0; j < scores.dim(1); ++j)
      if (sum > 0) weights(i, j) /= sum;
  }
  return weights;
}
