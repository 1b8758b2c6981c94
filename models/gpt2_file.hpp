// The weights of GPT-2's files as they are published: model.safetensors and config.json.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/gpt.hpp"
#include "models/text_tokens.hpp"

namespace heed::inline HEED_PRECISION {

/// The model of a file with GPT-2's names (models/plain_names.hpp), in evaluation mode. Sizes are read from
/// the tensors; config.json beside the file has the number of heads, and must agree with them. Of its three
/// dropouts, which matter in training alone, that of the embeddings counts for all. The matrix of embedding
/// and output may have either name, or both; what else the file holds, such as masks, is left out. `tokens`:
/// the rows of the matrix that become those of tokens 0, 1, …; empty: all of them. Throws Error that names
/// what is missing or of another shape.
Gpt load_gpt2(const std::filesystem::path& file, const std::vector<std::int64_t>& tokens = {});

/// The config.json of a model: its sizes, and the ids that open and close a text.
std::string gpt2_config(const GptOptions& options, const TextTokens& tokens);

}  // namespace heed
