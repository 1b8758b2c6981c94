// Nets that carry something over a distance, as `heed recall` compares them: one skeleton, five ways to carry
// something from token to token; and the tasks of remembering.
#pragma once

#include <string>
#include <vector>

#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "nn/recurrent.hpp"
#include "nn/state_space.hpp"

namespace heed::inline HEED_PRECISION {

/// Logits of the last positions: head(norm(x)), where each layer adds what it makes of the tokens so far,
/// x + mix(norm(x)) with RMS norms. attention: 4 heads, rotary positions, causal; convolution: 4 taps of
/// dilation 1, 4, 16, …, and relu; the others as in nn.
class RecallNet : public Module {
 public:
  enum class Kind { attention, convolution, state_space, lstm, rnn };
  struct Options {
    Kind kind = Kind::attention;
    std::int64_t vocabulary = 0, width = 64;
    std::int64_t layers = 2;  // of a convolution as many as reach over `reach` tokens
    std::int64_t reach = 512;
  };
  RecallNet(const Options& options, Rng& rng);

  std::int64_t layers() const { return std::ssize(norms_); }
  Variable embed(const Tokens& tokens) const { return embedding(tokens); }
  /// x (B, T, width), the embeddings -> (B, last, V).
  Variable operator()(const Variable& x, std::int64_t last) const;

  /// Returns what a layer adds to x (B, T, width).
  Variable added(std::size_t layer, const Variable& x) const;
  /// Says if its layers hand a state from token to token.
  bool goes_by_token() const { return !state_spaces_.empty() || !recurrents_.empty(); }

  Embedding embedding;

 private:
  Options options_;
  std::vector<RMSNorm> norms_;
  std::vector<MultiheadAttention> attentions_;
  std::vector<Conv1d> convolutions_;
  std::vector<SelectiveStateSpace> state_spaces_;
  std::vector<Recurrent> recurrents_;
  RMSNorm norm_;
  Linear head_;
};

/// The options of a kind whose net has as nearly as possible so many parameters.
RecallNet::Options with_parameters(RecallNet::Options options, std::int64_t parameters);

/// recall: a symbol, then filling, then a mark that asks for it, `distance` tokens behind it.
/// induction: four pairs of a symbol and what comes after it, then filling, then the four symbols in another
/// order: what came after each of them? It stands about `distance` tokens back.
enum class RecallTask { recall, induction };
std::string recall_task_name(RecallTask task);

constexpr std::int64_t recall_symbols = 16;  // to choose from, for each of the three parts
/// Symbols, answers of an induction, filling, and the mark.
constexpr std::int64_t recall_vocabulary = 3 * recall_symbols + 1;

struct RecallBatch {
  Tokens input;   // (B, T)
  Tokens answer;  // (B, 1 or 4): of the last positions of the input
};

/// Random sequences; none is likely to come twice. Throws Error for distances below 1, of an
/// induction below 8, and for no sequences.
RecallBatch recall_batch(RecallTask task, std::int64_t distance, std::int64_t sequences, Rng& rng);

}  // namespace heed
