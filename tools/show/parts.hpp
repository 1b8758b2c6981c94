// The parameters of a file of weights, part by part.
#pragma once

#include <map>
#include <string>

#include "lib/files/safetensors.hpp"

namespace heed {

/// The elements that a shape has.
std::int64_t elements(const std::vector<std::int64_t>& shape);

/// Of matrices that have the same bytes all but the first: the name, and that of the first. Several that hold
/// but one number, such as zeros, only begin alike.
std::map<std::string, std::string> tied_tensors(const SafetensorsHeader& header, const Safetensors& file);

/// How many parameters there are, what else there is, and a table of the parts. Numbered modules that are
/// alike are one row, "h.* (12)"; a name without a number belongs to the module that its first two words
/// name, three where the first stands before all. What is tied counts once.
std::string parameters_text(const SafetensorsHeader& header, const std::map<std::string, std::string>& tied);

}  // namespace heed
