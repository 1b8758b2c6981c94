// Shapes in formatted text.
#pragma once

#include <fmt/ranges.h>

#include <string>
#include <type_traits>

#include "lib/core/shape.hpp"

template <>
struct fmt::is_range<heed::Shape, char> : std::false_type {};

template <>
struct fmt::formatter<heed::Shape> : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const heed::Shape& shape, Context& context) const {
    return fmt::formatter<std::string>::format(heed::to_string(shape), context);
  }
};
