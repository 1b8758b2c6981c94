// config.json of Hugging Face's MarianMTModel.
#pragma once

#include <string>

#include "models/transformer.hpp"

namespace heed::inline HEED_PRECISION {

/// MarianConfig's vocab_size.
inline constexpr std::int64_t usual_marian_vocabulary = 58101;

/// All but vocabularies, positions and what is tied; what is missing has MarianConfig's default. Throws
/// FormatError for what is not computed here or is of another type.
TransformerOptions marian_options(const std::string& config);

}  // namespace heed
