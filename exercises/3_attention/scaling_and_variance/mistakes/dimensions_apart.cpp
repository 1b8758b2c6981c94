double variance_of_products(const Tensor& query, const Tensor& key) {
  const Tensor products = query * key;
  double sum = 0;
  for (int d = 0; d < products.dim(1); ++d) {
    double mean = 0, variance = 0;
    for (int n = 0; n < products.dim(0); ++n) mean += products(n, d) / products.dim(0);
    for (int n = 0; n < products.dim(0); ++n)
      variance += std::pow(products(n, d) - mean, 2) / products.dim(0);
    sum += variance;
  }
  return sum;
}
