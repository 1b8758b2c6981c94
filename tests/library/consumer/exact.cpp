#include <heed/autograd.hpp>

static_assert(sizeof(heed::Scalar) == 8);

double slope_in_double() {
  const auto y = heed::Variable::parameter(heed::Array({1}, {1.0 / 3}), "y");
  heed::sum(y * y * y).backward();
  return y.grad().data()[0];  // 3 y² = 1/3
}
