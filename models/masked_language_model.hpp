// A trained BERT together with its tokens: text with hidden words in, words out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/bert.hpp"
#include "models/text_tokens.hpp"

namespace heed::inline HEED_PRECISION {

class MaskedLanguageModel {
 public:
  /// The model has an id more than there are tokens: the last one stands for a hidden word.
  MaskedLanguageModel(Bert model, TextTokens tokens) : model_(std::move(model)), tokens_(std::move(tokens)) {}

  /// How a text says that a word is hidden.
  static constexpr std::string_view hidden_word = "[MASK]";

  struct Candidate {
    std::string word;
    double probability;
  };
  /// For each [MASK] of the text the `count` most probable words, the best first. Throws Error for a text
  /// that is longer than the model.
  std::vector<std::vector<Candidate>> fill(std::string_view text, std::int64_t count) const;
  /// The ids of a text, the mask's among them.
  std::vector<std::int32_t> encode(std::string_view text) const;
  std::int32_t mask() const { return static_cast<std::int32_t>(tokens_.size()); }
  /// 15 % of the words of this vocabulary.
  MaskingOptions masking(std::uint64_t seed) const;

  /// Model, tokens and options in one safetensors file (models/saved_model.hpp), and back. Throws Error.
  void save(const std::filesystem::path& file) const;
  static MaskedLanguageModel load(const std::filesystem::path& path);

  const Bert& model() const { return model_; }
  const TextTokens& tokens() const { return tokens_; }

 private:
  Bert model_;
  TextTokens tokens_;
};

}  // namespace heed
