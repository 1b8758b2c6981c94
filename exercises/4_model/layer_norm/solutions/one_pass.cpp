// The variance as the mean of the squares minus the square of the mean; the backward from the sums of a row.
#include "exercises/learn.hpp"

namespace {

struct Row {
  double mean, inverse;
};

Row look_at(const Tensor& x, int n, double eps) {
  double sum = 0, squares = 0;
  const double count = x.dim(-1);
  for (int c = 0; c < x.dim(-1); ++c) {
    sum += x(n, c);
    squares += x(n, c) * x(n, c);
  }
  const double mean = sum / count;
  return {mean, 1 / std::sqrt(squares / count - mean * mean + eps)};
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  Tensor y(x.shape());
  for (int n = 0; n < x.dim(0); ++n) {
    const Row row = look_at(x, n, eps);
    for (int c = 0; c < x.dim(1); ++c) {
      const double scale = weight(c) * row.inverse;
      y(n, c) = x(n, c) * scale + (bias(c) - row.mean * scale);
    }
  }
  return y;
}

Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  Tensor result(x.shape());
  const int count = x.dim(1);
  for (int n = 0; n < x.dim(0); ++n) {
    const Row row = look_at(x, n, eps);
    double sum_g = 0, sum_gx = 0;
    for (int c = 0; c < count; ++c) {
      sum_g += grad(n, c) * weight(c);
      sum_gx += grad(n, c) * weight(c) * x(n, c);
    }
    // dx = a · g + b · x + d, as many implementations have it
    const double a = row.inverse;
    const double b = (sum_g * row.mean - sum_gx) * a * a * a / count;
    const double d = -b * row.mean - sum_g * a / count;
    for (int c = 0; c < count; ++c) result(n, c) = a * grad(n, c) * weight(c) + b * x(n, c) + d;
  }
  return result;
}

std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  Tensor of_weight({x.dim(1)}), of_bias({x.dim(1)});
  for (int c = 0; c < x.dim(1); ++c) {
    for (int n = 0; n < x.dim(0); ++n) {
      const Row row = look_at(x, n, eps);
      of_weight(c) += grad(n, c) * (x(n, c) - row.mean) * row.inverse;
      of_bias(c) += grad(n, c);
    }
  }
  return std::make_pair(of_weight, of_bias);
}
