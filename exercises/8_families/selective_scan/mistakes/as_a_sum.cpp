Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip) {
  const int length = x.dim(0), channels = x.dim(1), states = a.dim(1);
  Tensor y({length, channels});
  for (int t = 0; t < length; ++t) {
    for (int d = 0; d < channels; ++d) {
      y(t, d) = skip(d) * x(t, d);
      double passed = 0;
      for (int s = t; s >= 0; --s) {
        for (int n = 0; n < states; ++n)
          y(t, d) += c(t, n) * std::exp(a(d, n) * passed) * delta(s, d) * x(s, d) * b(s, n);
        passed += delta(s, d);
      }
    }
  }
  return y;
}
