// Inputs for properties that must hold for every input. rapidcheck draws them, and makes them smaller when
// one breaks the property. RC_PARAMS="seed=7 max_success=10000" tries others.
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "lib/array/random.hpp"

namespace heed {

/// Lengths of at most `rank` axes, each from `shortest` to 5.
inline Shape any_shape(int rank, std::int64_t shortest = 0) {
  const int axes = *rc::gen::inRange(0, rank + 1);
  Shape shape;
  for (int axis = 0; axis < axes; ++axis) shape.append(*rc::gen::inRange<std::int64_t>(shortest, 6));
  return shape;
}

/// A shape that broadcasts to `whole`: some leading axes left out, some others of length 1.
inline Shape any_part(const Shape& whole) {
  Shape part;
  for (int axis = *rc::gen::inRange(0, whole.rank() + 1); axis < whole.rank(); ++axis)
    part.append(*rc::gen::arbitrary<bool>() ? 1 : whole[axis]);
  return part;
}

inline Rng any_rng() { return Rng(*rc::gen::arbitrary<std::uint64_t>()); }
inline Array any_array(const Shape& shape) { return any_rng().normal(shape); }

/// Returns true if the property holds for a thousand inputs; what broke it is printed.
template <typename Property>
bool holds(const char* what, const Property& property) {
  [[maybe_unused]] static const int once = setenv("RC_PARAMS", "seed=1 max_success=1000", 0);
  return rc::check(what, property);
}

}  // namespace heed
