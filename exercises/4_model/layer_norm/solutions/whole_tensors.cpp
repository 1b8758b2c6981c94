// Arithmetic on whole tensors: means as a product with a matrix of 1/C, which spreads them over the row too.
#include "exercises/learn.hpp"

static Tensor row_means(const Tensor& x) {
  const int width = x.dim(1);
  return matmul(x, Tensor::full({width, width}, 1.0 / width));
}

static Tensor repeat(const Tensor& row, int times) {
  Tensor result({times, row.size()});
  for (int n = 0; n < times; ++n) {
    for (int c = 0; c < row.size(); ++c) result(n, c) = row.flat(c);
  }
  return result;
}

static Tensor root(Tensor x) {
  for (int i = 0; i < x.size(); ++i) x.flat(i) = std::sqrt(x.flat(i));
  return x;
}

static Tensor column_sums(const Tensor& x) {
  return matmul(Tensor::full({1, x.dim(0)}, 1), x).reshape({x.dim(1)});
}

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  const Tensor centred = x - row_means(x);
  const Tensor normalised = centred / root(row_means(centred * centred) + eps);
  return repeat(weight, x.dim(0)) * normalised + repeat(bias, x.dim(0));
}

Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  const Tensor centred = x - row_means(x);
  const Tensor deviation = root(row_means(centred * centred) + eps);
  const Tensor normalised = centred / deviation;
  const Tensor g = grad * repeat(weight, x.dim(0));
  return (g - row_means(g) - normalised * row_means(g * normalised)) / deviation;
}

std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  const Tensor ones = Tensor::full({x.dim(1)}, 1), zeros({x.dim(1)});
  return {column_sums(grad * layer_norm(x, ones, zeros, eps)), column_sums(grad)};
}
