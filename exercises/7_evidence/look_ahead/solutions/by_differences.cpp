#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using Model = std::function<Tensor(const Tensor&)>;

int prediction(int which) {
  switch (which) {
    case 2:
      return 2;
    case 3:
      return 3;
    default:
      return 1;
  }
}

// Whole tensors: the change of all outputs, and its sums over the features as a product with ones.
Tensor influence(const Model& model, const Tensor& x, double step) {
  const int length = x.dim(0);
  std::vector<double> columns;
  for (int j = 0; j < length; ++j) {
    Tensor nudge(x.shape());
    for (int c = 0; c < x.dim(1); ++c) nudge(j, c) = step;
    Tensor change = model(x + nudge) - model(x);
    for (int n = 0; n < change.size(); ++n) change.flat(n) = std::fabs(change.flat(n));
    const Tensor sums = matmul(change, Tensor::full({change.dim(1), 1}, 1));
    columns.insert(columns.end(), sums.values().begin(), sums.values().end());
  }
  return transpose(Tensor::of({length, length}, columns));
}

double leak(const Tensor& influence) {
  const int length = influence.dim(0);
  double past = 0, later = 0;
  for (int n = 0; n < influence.size(); ++n) (n % length > n / length ? later : past) += influence.flat(n);
  return past + later == 0 ? 0 : later / (past + later);
}
