// Plain references in double that the kernels are compared with.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "lib/array/array.hpp"
#include "lib/array/random.hpp"

namespace heed::testing {

/// Looser in float than in double.
constexpr double tolerance(double in_float, double in_double) {
  return sizeof(Scalar) == 8 ? in_double : in_float;
}

inline std::vector<double> numbers(const Array& a) { return {a.values().begin(), a.values().end()}; }

/// The largest |got - want| / max(floor, |want|); infinite if a NaN or an infinity stands where none should.
inline double gap(const Array& got, const std::vector<double>& want, double floor = 1) {
  if (got.size() != static_cast<std::int64_t>(want.size())) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double g = got.values()[i];
    if (g == want[i] || (std::isnan(g) && std::isnan(want[i]))) continue;
    const double d = std::abs(g - want[i]) / std::max(floor, std::abs(want[i]));
    worst = std::max(worst, std::isnan(d) ? std::numeric_limits<double>::infinity() : d);
  }
  return worst;
}

/// A random shape of `rank` axes of 0 … `longest` elements (at least `shortest`).
inline Shape random_shape(Rng& rng, int rank, std::int64_t shortest, std::int64_t longest) {
  Shape s;
  for (int i = 0; i < rank; ++i) s.append(shortest + rng.integer(longest - shortest + 1));
  return s;
}

/// Row-major place of coordinates that are repeated along axes of length 1 and aligned at the end.
inline std::int64_t place(const Shape& shape, const Shape& at) {
  std::int64_t offset = 0;
  for (int i = 0; i < shape.rank(); ++i) {
    const std::int64_t c = at[i + at.rank() - shape.rank()];
    offset = offset * shape[i] + (shape[i] == 1 ? 0 : c);
  }
  return offset;
}

}  // namespace heed::testing
