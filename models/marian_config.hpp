// config.json of Hugging Face's MarianMTModel.
#pragma once

#include <string>

#include "models/transformer.hpp"

namespace heed::inline HEED_PRECISION {

/// Throws UsageError that lists all that a Marian model cannot have: a final norm, norms before the layers,
/// positions other than sinusoidal, attention that is not to all.
std::string marian_config(const TransformerOptions& options);

/// All but vocabularies, positions and what is tied. Throws FormatError for what is not computed here, is
/// missing or of another type.
TransformerOptions marian_options(const std::string& config);

}  // namespace heed
