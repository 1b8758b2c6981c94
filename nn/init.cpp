#include "nn/init.hpp"

#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {

Array xavier_uniform(const Shape& shape, Rng& rng) {
  const Computing computing("xavier_uniform");
  if (shape.rank() != 2) throw_error<ShapeError>("[xavier_uniform] shape {}, not that of a matrix", shape);
  const double a = std::sqrt(6 / static_cast<double>(shape[0] + shape[1]));
  return rng.uniform(shape, -a, a);
}

Array uniform_fan_in(const Shape& shape, std::int64_t fan_in, Rng& rng) {
  const Computing computing("uniform_fan_in");
  const double a = fan_in == 0 ? 0 : 1 / std::sqrt(static_cast<double>(fan_in));
  return rng.uniform(shape, -a, a);
}

Array initial_value(Init how, const Shape& shape, std::int64_t fan_in, Rng& rng) {
  switch (how) {
    case Init::normal:
      return rng.normal(shape);
    case Init::small_normal:
      return rng.normal(shape, 0, 0.02);
    case Init::uniform_fan_in:
      return uniform_fan_in(shape, fan_in, rng);
    case Init::xavier_uniform:
      return xavier_uniform(shape, rng);
    case Init::zeros:
      break;
  }
  return Array::zeros(shape);
}

}  // namespace heed
