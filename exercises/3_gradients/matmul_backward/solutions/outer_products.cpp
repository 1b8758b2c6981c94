// dB as a sum of outer products, one for every row; dA as dot products of rows.
#include "exercises/learn.hpp"

namespace {

using Matrix = std::vector<std::vector<double>>;

Matrix matrix(const Tensor& t, int number) {
  const int rows = t.dim(-2), columns = t.dim(-1);
  Matrix result(rows, std::vector<double>(columns));
  for (int i = 0; i < rows * columns; ++i)
    result[i / columns][i % columns] = t.flat(number * rows * columns + i);
  return result;
}

}  // namespace

std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad) {
  std::pair<Tensor, Tensor> result{Tensor(a.shape()), Tensor(b.shape())};
  auto& [da, db] = result;
  const int count = grad.size() / (grad.dim(-1) * grad.dim(-2));
  int at_a = 0;
  for (int number = 0; number < count; ++number) {
    const Matrix ma = matrix(a, number), mb = matrix(b, number), g = matrix(grad, number);
    for (const auto& row : g) {
      for (const auto& other : mb)
        da.flat(at_a++) = std::inner_product(row.begin(), row.end(), other.begin(), 0.0);
    }
    for (std::size_t i = 0; i < g.size(); ++i) {
      int at_b = number * b.dim(-2) * b.dim(-1);
      for (const double left : ma[i]) {
        for (const double right : g[i]) db.flat(at_b++) += left * right;
      }
    }
  }
  return result;
}

Tensor shared_weight_backward(const Tensor& x, const Tensor& grad) {
  // the batch is one long matrix
  const Tensor long_x = x.reshape({x.size() / x.dim(-1), x.dim(-1)});
  const Tensor long_grad = grad.reshape({grad.size() / grad.dim(-1), grad.dim(-1)});
  const Tensor no_matter({x.dim(-1), grad.dim(-1)});
  return matmul_backward(long_x, no_matter, long_grad).second;
}
