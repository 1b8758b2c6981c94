// The names of Hugging Face's BERT files for ours, and back.
#pragma once

#include <filesystem>

#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// There the layers are encoder.layer.i, with query, key and value as matrices of their own, and bert. stands
/// before all but the heads. What is left out in one is left out in the other, and what is unknown keeps its
/// name, so that loading refuses it. LayerNorm.gamma and beta are its weight and bias. Throws FormatError if
/// one of query, key and value is missing, or cls.predictions.decoder is another matrix than the embedding.
StateDict to_hugging_face(const StateDict& ours);
StateDict from_hugging_face(const StateDict& theirs);
/// Reads a file without the places (I64) of older ones. Throws Error as load_checkpoint() does.
StateDict load_hugging_face(const std::filesystem::path& file);

}  // namespace heed
