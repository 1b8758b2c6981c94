// What a training leaves on the disk.
#pragma once

#include <cstdint>

#include "tools/training/model_place.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {

/// Saves the model at its place, and its losses beside it. Throws Error when writing fails; it then says
/// where the weights of the best epoch are.
void save_trained(const TrainedTranslator& trained, const ModelPlace& place, std::uint64_t seed);

}  // namespace heed
