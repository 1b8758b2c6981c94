// What model a file of weights belongs to.
#pragma once

#include <filesystem>
#include <string>

#include "lib/files/safetensors.hpp"

namespace heed {

/// In words, and what can be done with it. A model that heed saved says its `kind` (kind_of()); others are
/// known by the config.json beside the file, or by the names of the tensors: GPT-2's, BERT's and Marian's.
std::string kind_text(const std::filesystem::path& path, const std::string& kind,
                      const SafetensorsHeader& header);

/// The sizes that the config.json beside a file of others gives, a line; empty if there is none. One that
/// cannot be read says why.
std::string config_text_of(const std::filesystem::path& path);

}  // namespace heed
