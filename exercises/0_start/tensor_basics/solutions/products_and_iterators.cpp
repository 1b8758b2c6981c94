// Sums and rows as products with ones, one element after the other by iterators.
#include "exercises/given.hpp"

Tensor counted(int rows, int columns) {
  std::vector<double> numbers(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return Tensor::of({rows, columns}, numbers);
}

Tensor row_sums(const Tensor& x) {
  const Tensor sums = matmul(x, Tensor::full({x.dim(1), 1}, 1));
  return Tensor::of({x.dim(0)}, sums.values());
}

Tensor transposed(const Tensor& x) {
  std::vector<double> numbers;
  for (int n = 0; n < x.size(); ++n) numbers.push_back(x(n % x.dim(0), n / x.dim(0)));
  return Tensor::of({x.dim(1), x.dim(0)}, numbers);
}

Tensor one_of_batch(const Tensor& x, int b) {
  const int size = x.dim(1) * x.dim(2);
  const auto first = x.values().begin() + b * size;
  return Tensor::of({x.dim(1), x.dim(2)}, std::vector<double>(first, first + size));
}

void add_to(Tensor& x, double amount) { x = x + amount; }

Tensor apply(const Tensor& x, const std::function<double(double)>& f) {
  std::vector<double> numbers = x.values();
  std::transform(numbers.begin(), numbers.end(), numbers.begin(), f);
  return Tensor::of(x.shape(), numbers);
}

struct Multiplier {
  double factor;
  double operator()(double v) const { return v * factor; }
};

std::function<double(double)> multiply_by(double factor) { return Multiplier{factor}; }
