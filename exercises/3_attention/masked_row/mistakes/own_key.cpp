Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor hidden = scores;
  for (int i = 0; i < scores.dim(0); ++i) {
    bool any = false;
    for (int j = 0; j < scores.dim(1); ++j) any = any || mask(i, j) != 0;
    for (int j = 0; j < scores.dim(1); ++j)
      if (any ? mask(i, j) == 0 : j != i) hidden(i, j) = -std::numeric_limits<double>::infinity();
  }
  Tensor weights = given::softmax(hidden);
  for (int n = 0; n < weights.size(); ++n)
    if (std::isnan(weights.flat(n))) weights.flat(n) = 0;
  return weights;
}
