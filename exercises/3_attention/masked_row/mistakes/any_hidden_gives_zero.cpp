Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor weights = given::softmax(scores);
  for (int i = 0; i < scores.dim(0); ++i) {
    bool all = true;
    for (int j = 0; j < scores.dim(1); ++j) all = all && mask(i, j) != 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (!all) weights(i, j) = 0;
  }
  return weights;
}
