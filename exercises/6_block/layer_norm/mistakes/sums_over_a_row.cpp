std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  Tensor row_weight({x.dim(0)}), row_bias({x.dim(0)});
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    for (int c = 0; c < x.dim(1); ++c) {
      row_weight(n) += grad(n, c) * (x(n, c) - mean) / deviation;
      row_bias(n) += grad(n, c);
    }
  }
  return {row_weight, row_bias};
}
