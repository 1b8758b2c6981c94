// The parameters of a file of weights, part by part.
#pragma once

#include <string>

#include "lib/files/safetensors.hpp"

namespace heed {

/// The elements that a shape has.
std::int64_t elements(const std::vector<std::int64_t>& shape);

/// How many parameters there are, what else there is, and a table of the parts. Numbered modules that are
/// alike are one row, "h.* (12)"; a name without a number belongs to the module that its first two words
/// name, three where the first stands before all. Of matrices that have the same bytes only the first counts:
/// they are tied. Several of them that hold but one number, such as zeros, only begin alike.
std::string parameters_text(const SafetensorsHeader& header, const Safetensors& file);

}  // namespace heed
