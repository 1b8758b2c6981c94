// Folders as Hugging Face has them, with weights that are not read.
#pragma once

#include <filesystem>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws Error that says how to convert them, where a folder has pytorch_model.bin and no model.safetensors.
void require_safetensors(const std::filesystem::path& folder);

}  // namespace heed
