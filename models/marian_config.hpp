// config.json of Hugging Face's MarianMTModel.
#pragma once

#include <string>

#include "models/transformer.hpp"

namespace heed::inline HEED_PRECISION {

/// All but vocabularies, positions and what is tied. Throws FormatError for what is not computed here, is
/// missing or of another type.
TransformerOptions marian_options(const std::string& config);

}  // namespace heed
