// The exponentials as they are, divided by their sum over the heads; 0 where there is none.
Tensor exp_over_heads(const Tensor& scores) {
  Tensor weights(scores.shape());
  for (int b = 0; b < scores.dim(0); ++b)
    for (int i = 0; i < scores.dim(2); ++i)
      for (int j = 0; j < scores.dim(3); ++j) {
        double sum = 0;
        for (int h = 0; h < scores.dim(1); ++h) sum += std::exp(scores(b, h, i, j));
        for (int h = 0; h < scores.dim(1); ++h)
          weights(b, h, i, j) = sum > 0 ? std::exp(scores(b, h, i, j)) / sum : 0;
      }
  return weights;
}
