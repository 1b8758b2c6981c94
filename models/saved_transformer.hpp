// A Transformer in a file of its own: weights, settings, and texts such as vocabularies.
#pragma once

#include <filesystem>
#include <string>

#include "models/saved_model.hpp"
#include "models/transformer.hpp"

namespace heed::inline HEED_PRECISION {

/// A saved model of the kind "transformer". Throws Error when writing fails.
void save_transformer(const std::filesystem::path& path, const Transformer& model, const Metadata& texts);

/// Opened: its settings and texts are read, its weights not yet.
class SavedTransformer : public SavedModel {
 public:
  /// Throws what SavedModel and saved_options() throw.
  explicit SavedTransformer(const std::filesystem::path& path);

  const TransformerOptions& options() const { return options_; }
  /// The model in evaluation mode. Throws Error if the weights do not fit the settings, or are damaged.
  Transformer load() const;

 private:
  TransformerOptions options_;
};

}  // namespace heed
