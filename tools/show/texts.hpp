// The texts that a file of weights keeps beside its tensors: vocabularies, merges, others.
#pragma once

#include <filesystem>
#include <string>

#include "lib/files/safetensors.hpp"

namespace heed {

/// A line for each text that is neither the options of the `kind` nor the file's own; empty if there is none.
std::string texts_of(const SafetensorsHeader& header, const std::string& kind, const std::string& path);

/// Every word of every vocabulary; of others' files that of the vocab.json beside it. Throws UsageError if
/// there is none.
std::string words_of(const SafetensorsHeader& header, const std::filesystem::path& path);

/// Throws that UsageError.
[[noreturn]] void no_vocabulary(const std::string& path);

}  // namespace heed
