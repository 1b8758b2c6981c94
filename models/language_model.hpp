// A trained GPT together with its tokens: text in, text out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lib/text/byte_bpe.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/gpt.hpp"
#include "nn/checkpoint.hpp"

namespace heed::inline HEED_PRECISION {

class SavedModel;

/// Text to ids and back: by words or characters of a vocabulary, each text between <bos> and <eos>; or by
/// GPT-2's byte pairs, with <|endoftext|> before and after it.
class TextTokens {
 public:
  TextTokens(Vocabulary vocabulary, Tokenizer tokenizer);
  /// Throws Error if there is no <|endoftext|>.
  explicit TextTokens(ByteBpe bpe);

  std::int64_t size() const;
  /// Without the ids that open and close a text. Throws Error if it is not UTF-8.
  std::vector<std::int32_t> encode(std::string_view text) const;
  std::string decode(const std::vector<std::int32_t>& ids) const;
  /// The tokens of a text that the vocabulary does not have; of byte pairs there are none.
  std::vector<std::string> unknown(std::string_view text) const;
  /// The id before a text, that after it, and that of padding (-1: there is none).
  DecodingOptions ids() const;

  /// As texts of a saved model's file, and back from them.
  Metadata texts() const;
  static TextTokens from(const SavedModel& file);

 private:
  struct Words {
    Vocabulary vocabulary;
    Tokenizer tokenizer;
  };
  std::variant<Words, ByteBpe> tokens_;
};

class LanguageModel {
 public:
  LanguageModel(Gpt model, TextTokens tokens) : model_(std::move(model)), tokens_(std::move(tokens)) {}

  /// A text that goes on from the prompt (empty: from nothing), the prompt included.
  struct Text {
    std::string text;
    bool finished = true;  // false: cut off where the model has no more positions, or at max_length
  };
  /// `count` texts, each with draws of its own. Throws Error for a prompt that is longer than the model.
  std::vector<Text> write(std::string_view prompt, std::int64_t count, const SamplingOptions& options) const;

  /// Model, tokens and options in one safetensors file (models/saved_model.hpp).
  void save(const std::filesystem::path& file) const;
  /// Such a file, or a folder with GPT-2's files (models/gpt2_file.hpp). Throws Error that says what is
  /// wrong.
  static LanguageModel load(const std::filesystem::path& path);

  const Gpt& model() const { return model_; }
  const TextTokens& tokens() const { return tokens_; }

 private:
  Gpt model_;
  TextTokens tokens_;
};

}  // namespace heed
