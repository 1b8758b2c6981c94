// Pairs as complex numbers: turning is multiplying by exp(i angle).
#include <complex>

#include "exercises/learn.hpp"

Tensor rotary_embedding(const Tensor& x, int first_position) {
  Tensor turned(x.shape());
  for (int m = 0; 2 * m < x.dim(1); ++m) {
    const double frequency = 1 / std::pow(10000.0, 2.0 * m / x.dim(1));
    for (int t = 0; t < x.dim(0); ++t) {
      const std::complex<double> point =
          std::complex(x(t, 2 * m), x(t, 2 * m + 1)) * std::polar(1.0, (first_position + t) * frequency);
      turned(t, 2 * m) = point.real();
      turned(t, 2 * m + 1) = point.imag();
    }
  }
  return turned;
}

// The score depends on how far apart the two stand: only the key turns, by the difference of the positions.
Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  Tensor scores({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i) {
    const Tensor turned = rotary_embedding(k, key_position - query_position - i);
    for (int j = 0; j < k.dim(0); ++j) {
      double sum = 0;
      for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * turned(j, c);
      scores(i, j) = sum / std::sqrt(q.dim(1));
    }
  }
  return scores;
}
