// Any traced point as heat maps in the terminal.
#pragma once

#include <string>

#include "lib/report/terminal.hpp"
#include "tools/look/looking.hpp"

namespace heed {

/// Whether they are shown as they are, as shares of 1: a pattern, but not its gradients.
bool shown_as_weights(const std::string& point, const Array& values);

/// One map for each head of (1, H, Tq, Tk) and (1, H, T, D), one for (1, T, C), in one line above it name,
/// shape and range. Weights are shown as they are; other values from the least (empty) to the greatest
/// (full). Of a long text the first 32 words, of a long vector the first 64 numbers, which is said. `values`
/// are those of `looked`, or their gradients.
std::string point_maps(const Looked& looked, const std::string& point, const Array& values,
                       const Terminal& terminal);

}  // namespace heed
