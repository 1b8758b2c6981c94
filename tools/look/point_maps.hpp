// Any traced point as heat maps in the terminal.
#pragma once

#include <string>

#include "lib/report/terminal.hpp"
#include "tools/look/looking.hpp"

namespace heed {

/// One map for each head of (1, H, Tq, Tk) and (1, H, T, D), one for (1, T, C), in one line above it name,
/// shape and range. Weights are shown as they are; other values from the least (empty) to the greatest
/// (full), of a long vector the first numbers, which is said. `values` are those of `looked`, or their
/// gradients.
std::string point_maps(const Looked& looked, const std::string& point, const Array& values,
                       const Terminal& terminal);

}  // namespace heed
