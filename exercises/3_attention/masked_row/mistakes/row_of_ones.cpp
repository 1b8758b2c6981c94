Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor hidden = scores;
  for (int n = 0; n < scores.size(); ++n)
    if (mask.flat(n) == 0) hidden.flat(n) = -std::numeric_limits<double>::infinity();
  Tensor weights = given::softmax(hidden);
  for (int i = 0; i < scores.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j) sum += weights(i, j);
    for (int j = 0; j < scores.dim(1); ++j)
      if (std::isnan(sum)) weights(i, j) = 1;
  }
  return weights;
}
