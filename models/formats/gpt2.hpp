// GPT-2's files as they are published: model.safetensors, config.json, and of byte pairs vocab.json and
// merges.txt (models/formats/gpt2_tokens.hpp).
#pragma once

#include <filesystem>
#include <vector>

#include "models/language_model.hpp"

namespace heed::inline HEED_PRECISION {

/// The model of a file with GPT-2's names (models/formats/plain_names.hpp), in evaluation mode. Sizes are
/// read from the tensors; config.json beside the file has the number of heads, and must agree with them. Of
/// its three dropouts, which matter in training alone, that of the embeddings counts for all. The matrix of
/// embedding and output may have either name, or both; what else the file holds, such as masks, is left out.
/// `tokens`: the rows of the matrix that become those of tokens 0, 1, …; empty: all of them. Throws Error
/// that names what is missing or of another shape.
Gpt load_gpt2(const std::filesystem::path& file, const std::vector<std::int64_t>& tokens = {});

/// The model of such a folder and its tokens. Throws Error that names the file, and what is wrong in it.
LanguageModel load_gpt2_folder(const std::filesystem::path& folder);

/// Makes a new folder with heed's own file and a config.json beside it, which the GPT2LMHeadModel of Hugging
/// Face's transformers reads; of byte pairs with the files of its GPT2Tokenizer. Whole or not at all; throws
/// UsageError if it is there already.
void save_gpt2(const LanguageModel& model, const std::filesystem::path& folder);

}  // namespace heed
