// One copy of x, in which a token is moved and put back; leak with a mask of later places.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using Model = std::function<Tensor(const Tensor&)>;

int prediction(int which) {
  if (which == 2 || which == 3) return which;
  return 1;
}

Tensor influence(const Model& model, const Tensor& x, double step) {
  const Tensor base = model(x);
  Tensor moving = x, result({x.dim(0), x.dim(0)});
  for (int token = 0; token < x.dim(0); ++token) {
    for (int c = 0; c < x.dim(1); ++c) moving(token, c) = x(token, c) + step;
    const Tensor difference = model(moving) - base;
    for (int n = 0; n < difference.size(); ++n)
      result(n / difference.dim(1), token) += std::abs(difference.flat(n));
    for (int c = 0; c < x.dim(1); ++c) moving(token, c) = x(token, c);
  }
  return result;
}

double leak(const Tensor& influence) {
  Tensor later(influence.shape());
  for (int j = 0; j < later.dim(1); ++j)
    for (int i = 0; i < j; ++i) later(i, j) = 1;
  const auto& values = influence.values();
  const double ahead = std::inner_product(values.begin(), values.end(), later.values().begin(), 0.0);
  double all = 0;
  for (const double v : values) all += v;
  return all > 0 ? ahead / all : 0;
}
