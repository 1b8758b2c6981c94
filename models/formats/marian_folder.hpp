// The folder of a MarianMTModel as Hugging Face's transformers keep it: config.json, model.safetensors, and
// the files of its MarianTokenizer: source.spm, target.spm, vocab.json (and target_vocab.json),
// tokenizer_config.json.
#pragma once

#include <filesystem>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// A translator from such a folder. Its tokens are the pieces of the .spm files; <bos> is
/// decoder_start_token_id. Throws Error that names the file and what is missing or wrong in it.
Translator load_marian(const std::filesystem::path& folder);

}  // namespace heed
