// A Transformer in a file of its own: weights, settings, and texts such as vocabularies.
#pragma once

#include <filesystem>
#include <string>

#include "lib/files/safetensors_header.hpp"
#include "models/transformer.hpp"
#include "nn/checkpoint.hpp"

namespace heed {

/// The weights have PyTorch's names; the settings and `texts` stand in the metadata. Throws Error when
/// writing fails.
void save_transformer(const std::filesystem::path& path, const Transformer& model, const Metadata& texts);

/// The file of a Transformer, opened: its settings and texts are read, its weights not yet.
class SavedTransformer {
 public:
  /// Throws Error that says whether the file is missing, truncated, of another version, or without settings.
  explicit SavedTransformer(const std::filesystem::path& path);

  const TransformerOptions& options() const { return options_; }
  /// Throws FormatError if the file has no such text.
  const std::string& text(const char* key) const;
  /// Null if the file has no such text.
  const std::string* find(const char* key) const;
  /// The model in evaluation mode. Throws Error if the weights do not fit the settings, or are damaged.
  Transformer load() const;

 private:
  std::filesystem::path path_;
  SafetensorsHeader header_;
  TransformerOptions options_;
};

}  // namespace heed
