#include "nn/init.hpp"

#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

double fan_sum(const char* op, const Shape& shape) {
  if (shape.rank() < 2) throw_error<ShapeError>("[{}] shape {}: fans need at least two axes", op, shape);
  const auto inner = static_cast<double>(shape.tail(2).size());
  return static_cast<double>(shape[0] + shape[1]) * inner;
}

}  // namespace

Array xavier_uniform(const Shape& shape, Rng& rng, double gain) {
  const Computing computing("xavier_uniform");
  const double a = gain * std::sqrt(6 / fan_sum("xavier_uniform", shape));
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
