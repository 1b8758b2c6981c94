// A translator as a folder for programs that run ONNX: encoder.onnx and decoder.onnx (models/onnx.hpp),
// config.json with sizes, special tokens and the names of what goes in and out, and the files of its
// tokeniser (models/tokenizer_files.hpp).
#pragma once

#include <filesystem>

#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// Writes the folder, whole or not at all. Throws UsageError for a model that is not written as ONNX, or if
/// the folder is there already.
void save_onnx(const std::filesystem::path& folder, const Translator& translator);

}  // namespace heed
