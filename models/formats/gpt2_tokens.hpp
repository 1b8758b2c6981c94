// The tokens of GPT-2's files: byte pairs, and what the files beside them say of single tokens.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "models/text_tokens.hpp"

namespace heed::inline HEED_PRECISION {

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
