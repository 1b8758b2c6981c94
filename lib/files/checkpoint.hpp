// Does a saved file fit the model that is to be filled from it?
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/files/safetensors.hpp"

namespace heed {

/// A tensor that a model needs.
struct ExpectedTensor {
  std::string name;
  std::vector<std::int64_t> shape;
};

/// Throws VersionError unless metadata[key] is `version`, naming both.
void require_version(const SafetensorsHeader& header, const std::string& key, std::string_view version,
                     std::string_view label);

/// Throws SizesError unless the file has exactly the expected names with the expected shapes; the text names
/// the first few that are missing, that the model does not know, and that differ in shape (both shapes).
void require_tensors(const SafetensorsHeader& header, std::span<const ExpectedTensor> expected,
                     std::string_view label);

}  // namespace heed
