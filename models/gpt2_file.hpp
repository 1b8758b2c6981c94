// The files of GPT-2 as they are published: model.safetensors, config.json, vocab.json and merges.txt.
#pragma once

#include <filesystem>
#include <string>

#include "lib/text/byte_bpe.hpp"
#include "models/gpt.hpp"

namespace heed::inline HEED_PRECISION {

/// The model of a file with GPT-2's names (with "transformer." before them, as some have, or without), in
/// evaluation mode. Sizes are read from the tensors; config.json beside the file has the number of heads, and
/// must agree with them. The masks that such files hold are left out, and lm_head.weight must be that of wte.
/// Throws Error that names what is missing or of another shape.
Gpt load_gpt2(const std::filesystem::path& file);

/// The config.json of a model: its sizes, and the ids that open and close a text.
std::string gpt2_config(const GptOptions& options, const DecodingOptions& ids);

/// The tokens: vocab.json and merges.txt of this folder. Throws Error that names the file.
ByteBpe load_gpt2_tokens(const std::filesystem::path& folder);

}  // namespace heed
