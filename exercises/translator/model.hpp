// The translator's weights, and its forward pass in two ways: from the small parts, with gradients, for
// training; from the learner's whole layers, for translating.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "exercises/translator/graph.hpp"
#include "models/transformer.hpp"

namespace heed::translator {

/// Sentences as ids: the source with <eos> behind it, the target without <bos> and <eos>.
struct Sentence {
  std::vector<int> source, target;
};

class Model {
 public:
  /// One layer on each side; the weights are those of a new Transformer, under PyTorch's names.
  Model(int source_words, int target_words, std::uint64_t seed);

  static constexpr int width = 16, heads = 2, inner = 32;
  static constexpr double eps = 1e-5;

  std::map<std::string, Tensor> weights;
  /// heed's Transformer with these weights.
  const Transformer& twin() const;

 private:
  Transformer twin_;
};

struct Loss {
  double loss = 0;
  Tensor logits;                              // of all target positions, sentence after sentence
  std::map<std::string, Tensor> gradients{};  // empty unless asked for
};

enum class Want { loss, gradients };

/// A batch as the decoder reads it and as it must answer, a row for each sentence.
struct Shifted {
  Rows sources, inputs, labels;
};

/// Returns the targets of the sentences, filled up to the longest.
Rows padded_targets(const std::vector<Sentence>& sentences);
/// Mean cross entropy of the labels other than `ignore`, from the parts.
Loss loss_of(const Parts& parts, const Model& model, const Shifted& rows, int ignore, Want want);
/// The same of the sentences, which shift_target shifts.
Loss loss_of(const Parts& parts, const Model& model, const std::vector<Sentence>& sentences, Want want);

/// The encoder's output (T, C) by the learner's encoder_layer.
Tensor encode(const Parts& parts, const Model& model, const std::vector<int>& source);
/// The same of a padded batch by multi_head_attention, padding_mask, post_norm and feed_forward: (B, T, C).
Tensor encode_padded(const Parts& parts, const Model& model, const Rows& sources, int pad);
/// Logits (T, V) after each token of the prefix by the learner's decoder_layer.
Tensor decode(const Parts& parts, const Model& model, const std::vector<int>& prefix, const Tensor& memory);

/// The same logits by the learner's transformer, for a source that may be padded.
Tensor whole(const Parts& parts, const Model& model, const std::vector<int>& source,
             const std::vector<int>& prefix);

/// Returns what beam_search finds for each sentence: options.n_best hypotheses.
std::vector<Hypotheses> search_each(const Parts& parts, const Model& model, const Rows& sources,
                                    const given::SearchOptions& options);

/// Translations without <bos> and <eos>, by greedy_decoding and transformer, or the best of beam_search.
Rows translate(const Parts& parts, const Model& model, const Rows& sources,
               const given::SearchOptions& options);

}  // namespace heed::translator
