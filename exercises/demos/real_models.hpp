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

/// Inputs and weights of an attention of a trained model, laid out so that its result shows where each head
/// looks.
struct AttentionProbe {
  Tensor from, to;                   // (1, Tq, D) and (1, Tk, D)
  Tensor query, key, value, output;  // (D, D) each; no biases
  int heads = 1;
  /// The weights (Tq, Tk) of a head, in the result (1, Tq, D) of the attention.
  Tensor weights(const Tensor& result, int head) const;
};

/// A small Transformer that learns seven Korean sentences and their English translations while it is made,
/// which takes about a second, or later, with training().
class RealTranslator {
 public:
  enum class Learns { now, later };
  explicit RealTranslator(Learns when = Learns::now);

  int sentences() const;
  int bos() const;
  int eos() const;
  /// The ids that it reads of a sentence, <eos> last; and its weights.
  std::vector<int> source_ids(int sentence) const;
  learn::types::TransformerWeights weights() const;
  /// Its parameters to be trained; forward_backward, whose batch is always targets(), changes those of this
  /// model as well.
  learn::types::Training training() const;
  /// <bos>, the translation, <eos>, padding: of all sentences, equally long.
  std::vector<std::vector<int>> targets() const;
  /// The Korean sentence, its translation in the training data, and tokens as words.
  std::string source(int sentence) const;
  std::string target(int sentence) const;
  std::string text(const std::vector<int>& tokens) const;
  /// The words that are read and written, <eos> last.
  std::vector<std::string> words_read(int sentence) const;
  std::vector<std::string> words_written(int sentence) const;
  /// The logits (sentences(), V) of the token that follows each prefix (<bos> and the tokens so far) of the
  /// translation of each sentence. Throws UsageError if there is not one prefix for each.
  Tensor next_logits(const std::vector<std::vector<int>>& prefixes) const;
  /// Returns where the decoder looks as it writes the translation: (written words, read words), the mean of
  /// the heads.
  Tensor attention(int sentence) const;
  struct Translation {
    std::string text;
    int attention_calls = 0;      // one for each head of each layer and each token written
    std::vector<Tensor> heads{};  // of the cross-attention: weights (Tq, Tk)
  };
  /// The most probable words, with `attention` in the place of the model's own.
  Translation translate(int sentence, const AttentionFunction& attention) const;

  /// Probes of the encoder's self-attention, and of the decoder's cross-attention while it reads the right
  /// translation.
  AttentionProbe encoder_probe(int sentence) const;
  AttentionProbe cross_probe(int sentence) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace heed::grading
