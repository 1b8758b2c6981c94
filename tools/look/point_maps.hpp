// Any traced point as heat maps in the terminal.
#pragma once

#include <string>

#include "lib/report/shade.hpp"
#include "lib/report/terminal.hpp"
#include "tools/look/looking.hpp"

namespace heed {

struct PointMaps {
  std::string text;
  Signs signs = Signs::none;  // of its shades, for their legend
};

/// One map for each head of (1, H, Tq, Tk) and (1, H, T, D), one for (1, T, C), in one line above it name,
/// shape and range. Weights are shown as they are; other values with their signs, as a part of the largest
/// |value|, which the line says. Of a long text the first 32 words, of a long vector the first 64 numbers,
/// which is said. `values` are those of `looked`, or their gradients.
PointMaps point_maps(const Looked& looked, const std::string& point, const Array& values,
                     const Terminal& terminal);

}  // namespace heed
