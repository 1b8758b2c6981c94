// The backward through the Jacobian of a row: dx̂_i/dx_j = (δ_ij − 1/C − x̂_i x̂_j / C) / deviation.
#include "exercises/learn.hpp"

std::vector<double> normalised_row(const Tensor& x, int n, double eps, double& deviation) {
  const int width = x.dim(1);
  std::vector<double> row(width);
  for (int c = 0; c < width; ++c) row[c] = x(n, c);
  const double mean = std::accumulate(row.begin(), row.end(), 0.0) / width;
  for (double& value : row) value -= mean;
  const double squares = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
  deviation = std::pow(squares / width + eps, 0.5);
  for (double& value : row) value /= deviation;
  return row;
}

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  Tensor y({x.dim(0), x.dim(1)});
  double deviation = 0;
  for (int n = 0; n < x.dim(0); n++) {
    const auto row = normalised_row(x, n, eps, deviation);
    for (int c = 0; c < x.dim(1); c++) y(n, c) = row[c] * weight(c) + bias(c);
  }
  return y;
}

Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  const int width = x.dim(1);
  Tensor dx({x.dim(0), width});
  double deviation = 0;
  for (int n = 0; n < x.dim(0); n++) {
    const auto row = normalised_row(x, n, eps, deviation);
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        const double jacobian = ((i == j ? 1.0 : 0.0) - 1.0 / width - row[i] * row[j] / width) / deviation;
        dx(n, j) += grad(n, i) * weight(i) * jacobian;
      }
    }
  }
  return dx;
}

std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  std::pair<Tensor, Tensor> result{Tensor({x.dim(1)}), Tensor({x.dim(1)})};
  double deviation = 0;
  for (int n = 0; n < x.dim(0); n++) {
    const auto row = normalised_row(x, n, eps, deviation);
    for (int c = 0; c < x.dim(1); c++) {
      result.first(c) += row[c] * grad(n, c);
      result.second(c) += grad(n, c);
    }
  }
  return result;
}
