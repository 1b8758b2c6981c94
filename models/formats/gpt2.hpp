// GPT-2's files as they are published: model.safetensors, config.json, and of byte pairs vocab.json and
// merges.txt.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
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

// ---- the tokens of these files: byte pairs, and what the files beside them say of single tokens ----

struct Gpt2Tokens {
  TextTokens tokens;
  std::vector<std::int64_t> ids;  // of tokens 0, 1, … in the files, rising; those between are no tokens
};

/// vocab.json and merges.txt of a folder, and those tokens that added_tokens.json, tokenizer.json and
/// tokenizer_config.json add. The first of generation_config.json, config.json, tokenizer_config.json and
/// special_tokens_map.json that names tokens that are there says which open and close a text; else it is
/// <|endoftext|>. Without vocab.json those of tokenizer.json are read. Tokens that are added behind the
/// `rows` of the model's table, which was not made longer for them, are left out. Throws Error that names the
/// file, and what is wrong or missing in it.
Gpt2Tokens load_gpt2_tokens(const std::filesystem::path& folder,
                            std::int64_t rows = std::numeric_limits<std::int64_t>::max());

/// Added tokens and those that open and close a text, as JSON; and tokens with what such JSON says of them.
std::string special_tokens(const TextTokens& tokens);
TextTokens with_special_tokens(ByteBpe bpe, const std::string& json, const std::string& label);

/// The same as a tokenizer_config.json, which has but one token that closes a text.
std::string gpt2_tokenizer_config(const TextTokens& tokens);

}  // namespace heed
