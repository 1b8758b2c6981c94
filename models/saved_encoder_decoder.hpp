// An encoder-decoder of any kind in a file of its own: weights, settings, and texts such as vocabularies.
#pragma once

#include "models/saved_model.hpp"
#include "models/seq2seq.hpp"

namespace heed::inline HEED_PRECISION {

/// A saved model of its kind, "transformer" or "lstm". Throws Error when writing fails.
void save_encoder_decoder(const std::filesystem::path& path, const EncoderDecoder& model,
                          const Metadata& texts);

/// The model in evaluation mode. Throws Error if the file holds another kind, or weights that do not fit the
/// settings or are damaged; FormatError for settings that cannot be read.
EncoderDecoder load_encoder_decoder(const SavedModel& file);

}  // namespace heed
