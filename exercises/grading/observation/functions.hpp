// Functions of a number that wrong programs leave out, or apply for another.
#pragma once

#include <algorithm>
#include <cmath>

#include "exercises/grading/value.hpp"

namespace heed::grading::patterns {

namespace of_number {
inline double one(double) { return 1; }
inline double absolute(double x) { return std::abs(x); }
inline double square(double x) { return x * x; }
inline double root(double x) { return std::sqrt(x); }
inline double reciprocal(double x) { return 1 / x; }
inline double inverted(double x) { return 1 - x; }
inline double positive(double x) { return std::max(0.0, x); }
inline double exponential(double x) { return std::exp(x); }
inline double logarithm(double x) { return std::log(x); }
inline double tanh(double x) { return std::tanh(x); }
inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline double softplus(double x) { return std::log1p(std::exp(x)); }
inline double truncated(double x) { return std::trunc(x); }
inline double rounded(double x) { return std::round(x); }
}  // namespace of_number

/// Number by number.
template <double (*function)(double)>
Tensor each(const Tensor& before) {
  Tensor t = before;
  for (int n = 0; n < t.size(); ++n) t.flat(n) = function(t.flat(n));
  return t;
}

}  // namespace heed::grading::patterns
