// How a translator cuts text into tokens, as files for other programs.
#pragma once

#include <filesystem>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// In tokenizer_config.json, for what MarianTokenizer does not know: words, characters or subwords, and the
/// case where it is not the usual one.
inline constexpr const char* heed_tokens_key = "heed_tokens";
inline constexpr const char* heed_case_key = "heed_case";

/// Writes the files of Hugging Face's MarianTokenizer: vocab.json (and target_vocab.json, if it is another)
/// with the number of each token, source.spm and target.spm for subwords, tokenizer_config.json.
void write_tokenizer_files(const std::filesystem::path& folder, const Translator& translator);

}  // namespace heed
