// A trained GPT together with its tokens: text in, text out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/gpt.hpp"
#include "models/text_tokens.hpp"

namespace heed::inline HEED_PRECISION {

class LanguageModel {
 public:
  LanguageModel(Gpt model, TextTokens tokens) : model_(std::move(model)), tokens_(std::move(tokens)) {}

  /// A text that goes on from the prompt (empty: from nothing), which it begins with as it was given.
  struct Text {
    std::string text;
    bool finished = true;  // false: cut off where the model has no more positions, or at max_length
  };
  /// How many texts are written at once; more cost more memory.
  static constexpr std::int64_t at_a_time = 32;
  /// `count` texts, each with draws of its own, of the vocabulary's words alone: <unk> is none. Throws Error
  /// for a prompt that is longer than the model.
  std::vector<Text> write(std::string_view prompt, std::int64_t count, const SamplingOptions& options) const;
  /// The same, some at a time as soon as they are written; there are no more once on_texts returns false.
  void write(std::string_view prompt, std::int64_t count, const SamplingOptions& options,
             const std::function<bool(const std::vector<Text>&)>& on_texts) const;

  /// Model, tokens and options in one safetensors file (models/saved_model.hpp).
  void save(const std::filesystem::path& file) const;
  /// Such a file, or a folder with it as model.safetensors, or with GPT-2's files (models/formats/gpt2.hpp).
  /// Throws Error that says what is wrong.
  static LanguageModel load(const std::filesystem::path& path);

  const Gpt& model() const { return model_; }
  const TextTokens& tokens() const { return tokens_; }

 private:
  Gpt model_;
  TextTokens tokens_;
};

}  // namespace heed
