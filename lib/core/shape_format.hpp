// Shapes in formatted text.
#pragma once

#include <fmt/format.h>

#include <string>

#include "lib/core/shape.hpp"

template <>
struct fmt::formatter<heed::Shape> : fmt::formatter<std::string> {
  template <typename Context>
  auto format(const heed::Shape& shape, Context& context) const {
    return fmt::formatter<std::string>::format(heed::to_string(shape), context);
  }
};
