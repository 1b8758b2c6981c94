#include "exercises/given.hpp"

Tensor counted(int rows, int columns) {
  Tensor t({rows, columns});
  double next = 0;
  for (int n = 0; n < t.size(); ++n) t.flat(n) = next++;
  return t;
}

Tensor row_sums(const Tensor& x) {
  std::vector<double> sums;
  for (int i = 0; i < x.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < x.dim(1); ++j) sum += x(i, j);
    sums.push_back(sum);
  }
  return Tensor::of({x.dim(0)}, sums);
}

Tensor transposed(const Tensor& x) {
  std::vector<double> values;
  for (int j = 0; j < x.dim(1); ++j) {
    for (int i = 0; i < x.dim(0); ++i) values.push_back(x(i, j));
  }
  return Tensor::of({x.dim(1), x.dim(0)}, values);
}

Tensor one_of_batch(const Tensor& x, int b) {
  Tensor rows = x.reshape({x.dim(0), x.dim(1) * x.dim(2)}), result({x.dim(1), x.dim(2)});
  for (int n = 0; n < result.size(); ++n) result.flat(n) = rows(b, n);
  return result;
}

void add_to(Tensor& x, double amount) { x += Tensor::full(x.shape(), amount); }

Tensor apply(const Tensor& x, const std::function<double(double)>& f) {
  Tensor result(x.shape());
  for (int i = x.size() - 1; i >= 0; --i) result.flat(i) = f(x.flat(i));
  return result;
}

std::function<double(double)> multiply_by(double factor) {
  return std::bind(std::multiplies<double>(), std::placeholders::_1, factor);
}
