// A trained model together with all that it takes to translate a sentence: tokenisers and vocabularies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/seq2seq.hpp"

namespace heed::inline HEED_PRECISION {

/// A language as a model knows it: its name ("ko"; empty where nobody said), how its sentences become tokens,
/// and the numbers of these.
struct ModelLanguage {
  std::string name{};
  Tokenizer tokenizer{};
  Vocabulary vocabulary;
};

/// One of several translations of a sentence; the score is log p / length penalty.
struct Alternative {
  std::string text;
  double score = 0;
};

/// A sentence and its translation.
struct Translation {
  std::vector<std::string> source, target;  // tokens, without special ones
  std::vector<std::string> unknown;         // source tokens that are not in the vocabulary
  std::vector<std::string> near;            // words of it that each may be a slip for, "A or B"; may be empty
  bool respaced = false;                    // the words of the source stand where no spaces were, or none are
  double least = 0;                         // log-probability of the token that the model was least sure of
  std::string text;                         // as a person writes it
  bool finished = true;                     // false: cut off at the maximum length
  bool cut = false;                         // the source was longer than the model can read
  std::vector<Alternative> alternatives;    // the n best, best first: text is that of the first
};

/// Weights (B = 1) of every layer and head while a translation is produced; an LSTM has one layer and head
/// that looks at the source, and no self-attention.
struct TranslationAttention {
  std::vector<std::string> source;  // tokens with <eos>: the keys of encoder and cross-attention
  std::vector<std::string>
      input;  // <bos> and the translation: the queries and keys of decoder self-attention
  std::vector<std::string> output;  // the token that each query produced, the last one <eos>
  AttentionTrace encoder, decoder;  // arrays (1, heads, Tq, Tk), one a layer
};

class Translator {
 public:
  Translator(EncoderDecoder model, ModelLanguage source, ModelLanguage target);

  /// Beam 1 is greedy search. Throws Error if a sentence is not UTF-8.
  std::vector<Translation> translate(const std::vector<std::string>& sentences,
                                     const BeamOptions& options) const;
  /// Token ids to the tokens of the best translation of each, and into `least`, where given, how sure the
  /// model was of the token it was least sure of. In batches of `sentences`.
  std::vector<std::vector<std::string>> decode_all(const std::vector<std::vector<std::int32_t>>& sources,
                                                   const BeamOptions& options,
                                                   std::vector<double>* least = nullptr,
                                                   std::size_t sentences = 100) const;
  TranslationAttention attention(const Translation& translation) const;

  /// Model, vocabularies and settings in one safetensors file; the weights have PyTorch's names.
  void save(const std::filesystem::path& path) const;
  /// Throws Error that says whether the file is missing, truncated, of another version, or of other sizes.
  static Translator load(const std::filesystem::path& path);

  const EncoderDecoder& model() const { return model_; }
  const ModelLanguage& source() const { return source_; }
  const ModelLanguage& target() const { return target_; }

 private:
  std::vector<std::vector<Hypothesis>> decode(const std::vector<std::vector<std::int32_t>>& sources,
                                              const BeamOptions& options) const;

  EncoderDecoder model_;
  ModelLanguage source_, target_;
};

}  // namespace heed
