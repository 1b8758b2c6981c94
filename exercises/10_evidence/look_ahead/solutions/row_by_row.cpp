// All changed outputs are kept first; the share as 1 − what comes from the past.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using Model = std::function<Tensor(const Tensor&)>;

int prediction(int which) {
  return std::array<int, 5>{1, 2, 3, 1, 1}.at(static_cast<std::size_t>(which - 1));
}

Tensor influence(const Model& model, const Tensor& x, double step) {
  std::vector<Tensor> changed;
  for (int j = 0; j < x.dim(0); ++j) {
    Tensor moved = x;
    for (int n = j * x.dim(1); n < (j + 1) * x.dim(1); ++n) moved.flat(n) += step;
    changed.push_back(model(moved));
  }
  const Tensor before = model(x);
  Tensor result({x.dim(0), x.dim(0)});
  for (int i = 0; i < x.dim(0); ++i) {
    for (int j = 0; j < x.dim(0); ++j) {
      double sum = 0;
      for (int d = 0; d < before.dim(1); ++d) {
        const double change = changed[static_cast<std::size_t>(j)](i, d) - before(i, d);
        sum += change < 0 ? -change : change;
      }
      result(i, j) = sum;
    }
  }
  return result;
}

double leak(const Tensor& influence) {
  const double all = std::accumulate(influence.values().begin(), influence.values().end(), 0.0);
  if (all == 0) return 0;
  double later = 0;
  for (int i = 0; i < influence.dim(0); ++i)
    for (int j = i + 1; j < influence.dim(1); ++j) later += influence(i, j) / all;
  return later;
}
