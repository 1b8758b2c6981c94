// One summand alone of the sum over k that each element of a product is: = leaves it in the place of +=.
Tensor one_summand(int k, const Tensor& a, const Tensor& b) {
  Tensor product({a.dim(0), b.dim(1)});
  for (int i = 0; i < a.dim(0); ++i)
    for (int j = 0; j < b.dim(1); ++j) product(i, j) = a(i, k) * b(k, j);
  return product;
}
