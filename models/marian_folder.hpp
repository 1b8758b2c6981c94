// The folder of a MarianMTModel as Hugging Face's transformers keep it: config.json, model.safetensors, and
// the files of its MarianTokenizer: source.spm, target.spm, vocab.json (and target_vocab.json),
// tokenizer_config.json. Ours beside them: heed_counterparts.json.
#pragma once

#include <filesystem>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// Writes the folder, whole or not at all. Words and characters have no .spm files: MarianTokenizer cannot
/// cut such sentences, load_marian() can. Throws UsageError for a model that Marian cannot have, or if the
/// folder is there already.
void save_marian(const std::filesystem::path& folder, const Translator& translator);

/// A translator from such a folder. Its tokens are the pieces of the .spm files; <bos> is
/// decoder_start_token_id. Throws Error that names the file and what is missing or wrong in it.
Translator load_marian(const std::filesystem::path& folder);

}  // namespace heed
