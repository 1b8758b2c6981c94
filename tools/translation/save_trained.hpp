// What a training leaves on the disk.
#pragma once

#include <cstdint>
#include <filesystem>

#include "tools/training/model_place.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// Saves the model at its place, and its losses in `folder`: training.json, or unfinished.json for weights
/// that an interrupted training leaves beside an older model. Throws Error when writing fails.
void save_trained(const TrainedTranslator& trained, const ModelPlace& place,
                  const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace heed
