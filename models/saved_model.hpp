// The file of a saved model, whatever its kind: weights under PyTorch's names in safetensors, and as metadata
//
//   heed.version    "1"
//   heed.kind       transformer, lstm, gpt, …, or a word of one's own (files from before have none)
//   heed.KIND       the model's options as JSON: heed.transformer, heed.lstm, heed.gpt, …
//   heed.…          texts that belong to it: vocabularies, languages; of a tokeniser
//
//   heed.tokenisation   "words", "characters" or "subwords"
//   heed.case           "keep" or "lower"; left out where it is the usual one
//   heed.blanks         "all" where characters keep all white space
//   a key of subwords   the bytes of the sentencepiece model, in hexadecimal
#pragma once

#include <filesystem>
#include <string>

#include "lib/core/error_types.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "nn/checkpoint.hpp"

namespace heed::inline HEED_PRECISION {

/// Writes the whole file or nothing; `settings`: JSON, an object. Throws Error when writing fails, UsageError
/// for settings that are none, and for a kind whose key is taken: "", "version", "kind", one of `texts`.
void save_model(const std::filesystem::path& path, const std::string& kind, const std::string& settings,
                const Module& model, const Metadata& texts);

/// The kind that a file's metadata name: "transformer", "lstm", "gpt", …; empty if heed did not write it.
std::string kind_of(const Metadata& metadata);

/// A saved model, opened: kind, settings and texts are read, its weights not yet.
class SavedModel {
 public:
  /// A file, or a folder with a model.safetensors. Throws Error that says whether the file is missing,
  /// truncated, of another version, or no saved model.
  explicit SavedModel(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const std::string& kind() const { return kind_; }
  /// The options as JSON.
  const std::string& settings() const { return text(("heed." + kind_).c_str()); }
  /// Throws FormatError if the file has no such text.
  const std::string& text(const char* key) const;
  /// Null if the file has no such text.
  const std::string* find(const char* key) const;
  /// Throws FormatError if the text is no vocabulary.
  Vocabulary vocabulary(const char* key) const;

  /// Throws Error that names both kinds.
  void require_kind(const std::string& kind) const;
  /// Throws SizesError unless the file has a tensor of that name and shape: settings must be those of the
  /// file's own tensors before a model is made of them, as damaged ones could ask for any amount of memory.
  void require_tensor(const std::string& name, const std::vector<std::int64_t>& shape) const;
  /// Fills the model, and puts it into evaluation mode. Throws Error if the weights do not fit it, or are
  /// damaged.
  void load_into(const Module& model) const;

 private:
  std::filesystem::path path_;
  SafetensorsHeader header_;
  std::string kind_;
};

/// Throws FormatError that says so of a saved model.
[[noreturn]] void refuse_settings(const std::filesystem::path& path, const UsageError& problem);

/// Returns read(file) of a saved model of the kind; "" stands for any. A wrong call elsewhere, UsageError,
/// is a damaged file here: FormatError.
template <typename Read>
auto read_saved(const std::filesystem::path& path, const std::string& kind, const Read& read) {
  try {
    const SavedModel file(path);
    if (!kind.empty()) file.require_kind(kind);
    return read(file);
  } catch (const UsageError& problem) {
    refuse_settings(path, problem);
  }
}

inline constexpr const char* tokenisation_key = "heed.tokenisation";

/// Adds the texts of a tokeniser; `subwords_name` names the last one, which words and characters do not have.
void describe_tokenizer(const Tokenizer& tokenizer, const char* subwords_name, Metadata& texts);

/// The tokeniser whose tokens the text `vocabulary_name` numbers. Throws FormatError if it cannot be read or
/// has other tokens, UsageError for a tokenisation that there is not.
Tokenizer read_tokenizer(const SavedModel& saved, const char* subwords_name, const char* vocabulary_name);

}  // namespace heed
