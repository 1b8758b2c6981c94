double variance_of_products(const Tensor& query, const Tensor& key) {
  double variance = 0;
  for (int n = 0; n < query.dim(0); ++n) {
    double s = 0;
    for (int d = 0; d < query.dim(1); ++d) s += query(n, d) * key(n, d);
    variance += s * s / query.dim(0);
  }
  return variance;
}
