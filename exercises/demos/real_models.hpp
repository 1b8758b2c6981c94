// Models of heed for the last word of an exercise: what a learner's function can now do. Only plain types, so
// that an exercise sees nothing of nn/.
#pragma once

#include <memory>

#include "exercises/given.hpp"

namespace heed::grading {

/// Two encoder layers with the weights that heed gives a new model, and what heed makes of an input.
struct RealEncoder {
  std::vector<learn::types::EncoderWeights> layers;
  Tensor input, output;  // (T, C)
};
RealEncoder real_encoder();

/// softmax(Q Kᵀ / √d_k, masked) V: query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), mask (Tq, Tk) with 1 = may
/// attend, or empty: all may -> (Tq, Dv).
using AttentionFunction =
    std::function<Tensor(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask)>;

/// A small Transformer that learns seven Korean sentences and their English translations while it is made,
/// which takes about a second.
class RealTranslator {
 public:
  RealTranslator();

  int sentences() const;
  int bos() const;
  int eos() const;
  /// The Korean sentence, its translation in the training data, and tokens as words.
  std::string source(int sentence) const;
  std::string target(int sentence) const;
  std::string text(const std::vector<int>& tokens) const;
  /// The logits (sentences(), V) of the token that follows each prefix (<bos> and the tokens so far) of the
  /// translation of each sentence. Throws UsageError if there is not one prefix for each.
  Tensor next_logits(const std::vector<std::vector<int>>& prefixes) const;
  /// Returns where the decoder looks as it writes the translation: (written words, read words), the mean of
  /// the heads.
  Tensor attention(int sentence) const;
  struct Translation {
    std::string text;
    int attention_calls = 0;  // one for each head of each layer and each token written
  };
  /// The most probable words, with `attention` in the place of the model's own.
  Translation translate(int sentence, const AttentionFunction& attention) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace heed::grading
