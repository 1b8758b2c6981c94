// Each pair is a point on a circle; the next position is the point, turned on by the pair's angle.
#include <complex>

#include "exercises/learn.hpp"

Tensor sinusoidal_encoding(int length, int dim) {
  Tensor table({length, dim});
  for (int pair = 0; pair < dim / 2; ++pair) {
    const std::complex<double> turn = std::polar(1.0, std::exp(-std::log(10000.0) * 2 * pair / dim));
    std::complex<double> point = 1;
    for (int t = 0; t < length; ++t, point *= turn) {
      table(t, 2 * pair) = point.imag();
      table(t, 2 * pair + 1) = point.real();
    }
  }
  return table;
}

Tensor add_positions(const Tensor& embeddings, const Tensor& encoding) {
  Tensor sum = embeddings;
  const int sentence = sum.dim(1) * sum.dim(2);
  sum *= std::sqrt(sum.dim(2));
  for (int n = 0; n < sum.size(); ++n) sum.flat(n) += encoding.flat(n % sentence);
  return sum;
}
