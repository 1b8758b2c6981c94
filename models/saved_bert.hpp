// The net in the file of a saved model of masked words or of classes.
#pragma once

#include <cstdint>

#include "models/bert.hpp"
#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {

/// For so many tokens, and the mask. Throws Error that names the file if settings and tensors do not fit each
/// other.
Bert load_bert(const SavedModel& file, std::int64_t tokens);

}  // namespace heed
