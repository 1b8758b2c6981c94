// From logits to tokens: greedy search, beam search and sampling, for a whole batch at once, over anything
// that continues sequences.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "autograd/variable.hpp"
#include "lib/core/special_ids.hpp"
#include "lib/core/tokens.hpp"
#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

/// A batch of sequences and the model that continues them, which keeps what it needs of the tokens so far: an
/// encoder-decoder its source and caches, a language model its caches, a recurrent net its state.
class Continuation {
 public:
  virtual ~Continuation() = default;
  /// Logits (B, V) after the next tokens (B, T) of each row, without a graph.
  virtual Array extend(const Tokens& tokens) = 0;
  /// Rows in another order, several times, or left out: `rows` says which row each new one was.
  virtual void select(const std::vector<std::int32_t>& rows) = 0;
  /// Tokens that a row may get at most behind its prompt, <eos> not counted.
  virtual std::int64_t max_length() const = 0;
};

/// Returns of logits (B, T, V) those of the last position, (B, V), as Continuation::extend() must.
Array last_logits(const Variable& logits);

/// Sequences that a model continues with its state: model.extend(tokens, state), state.select(rows).
template <typename Model, typename State>
class ModelContinuation : public Continuation {
 public:
  ModelContinuation(const Model& model, State state, std::int64_t max_length)
      : model_(model), state_(std::move(state)), max_length_(max_length) {}
  Array extend(const Tokens& tokens) override { return last_logits(model_.extend(tokens, state_)); }
  void select(const std::vector<std::int32_t>& rows) override { state_ = state_.select(rows); }
  std::int64_t max_length() const override { return max_length_; }

 private:
  Model model_;
  State state_;
  std::int64_t max_length_;
};

/// Several models that continue the same sequences with tokens of the same vocabulary: the mean of their
/// probabilities, given as log-probabilities. Throws UsageError for none and for a null one; Error where
/// their numbers of tokens differ.
std::unique_ptr<Continuation> ensemble(std::vector<std::unique_ptr<Continuation>> members);

struct DecodingOptions {
  /// Tokens a result may have at most, <eos> not counted; 0 stands for what the model thinks right: of an
  /// encoder-decoder source length + 50, as in the paper. Never more than the model's max_length.
  std::int64_t max_length = 0;
  std::vector<std::int64_t> max_lengths{};  // the same of each row of the prompt, where they differ
  std::vector<std::int32_t> prefix{};       // tokens that every result begins with
  /// Ids. pad and bos are never produced; -1: there is no such token.
  std::int32_t bos = SpecialIds().bos, eos = SpecialIds().eos, pad = SpecialIds().pad;
  /// An id that stands for what a vocabulary does not have, where it shall not be produced either; -1: none.
  std::int32_t unknown = -1;
};

/// One result: the tokens behind the prompt, without <eos>.
struct Hypothesis {
  std::vector<std::int32_t> tokens{};
  std::vector<double> log_p{};  // log p(token | those before) of each, and of <eos> if it was produced
  double log_probability = 0;   // their sum
  double score = 0;             // what hypotheses are ranked by: see BeamOptions; else log_probability
  bool finished = false;        // whether <eos> was produced; otherwise the maximum length cut it off

  /// Returns log p of the token that the model was least sure of.
  double least() const { return log_p.empty() ? 0 : *std::ranges::min_element(log_p); }
};

/// The most probable token at each step, behind a prompt (B, T): <bos> alone, or more.
std::vector<Hypothesis> greedy_decode(Continuation& sequences, const Tokens& prompt,
                                      const DecodingOptions& options = {});

/// The score of a hypothesis of T tokens (Wu et al. 2016, equation 14) is Σ log p / ((5 + T) / 6)^α, where
/// <eos> counts in Σ log p, not in T.
struct BeamOptions {
  std::int64_t beam = 4;        // hypotheses kept for each sentence
  double length_penalty = 0.6;  // α
  std::int64_t n_best = 1;      // how many to return for each sentence, best first; at most `beam`
  DecodingOptions decoding{};
};

/// The n_best best-scored hypotheses of each sentence that a beam of that width finds. A search ends when no
/// open hypothesis can still beat the finished ones. Those that the maximum length cuts off stand behind all
/// finished ones, whatever their scores, and only in places that these leave. Throws UsageError for a beam
/// below 1, n_best outside 1…beam, a penalty that cannot be or a prefix longer than the maximum length.
std::vector<std::vector<Hypothesis>> beam_search(Continuation& sequences, const Tokens& prompt,
                                                 const BeamOptions& options = {});
/// Throws what beam_search() throws of options.
void check_beam(const BeamOptions& options);

/// ((5 + length) / 6)^α.
double length_penalty(std::int64_t length, double alpha);

struct SamplingOptions {
  double temperature = 1;  // logits are divided by it: below 1 bolder, above 1 wilder; 0: the best token
  std::int64_t top_k = 0;  // only the k most probable tokens (Fan et al. 2018); 0: all
  /// Only the fewest most probable tokens that together have this probability (nucleus: Holtzman et al.
  /// 2020), of those that top_k leaves; 1: all.
  double top_p = 1;
  /// Row r's token at step t is drawn with number t of stream first_row + r: the same for any batch and
  /// thread count, where what goes before is counted.
  std::uint64_t seed = 0, first_row = 0;
  DecodingOptions decoding{};
};

/// A token at each step, drawn with its probability. log_probability is that by the model itself: without
/// temperature and cuts. Throws UsageError for a temperature below 0, top_k below 0, or top_p outside (0, 1].
std::vector<Hypothesis> sample(Continuation& sequences, const Tokens& prompt,
                               const SamplingOptions& options = {});

/// How a batch is decoded: greedily with a beam of 1, else by the beam; or sampled, n_best times each. The
/// decoding of `beam` counts for all three.
struct GenerationOptions {
  BeamOptions beam{};
  std::optional<SamplingOptions> sampling{};
};

/// Returns rows (B, T) in another order, several times, or left out.
Tokens select_rows(const Tokens& tokens, const std::vector<std::int32_t>& rows);
/// For models that begin a Continuation: throws Error in training mode, as dropout would be applied.
void require_evaluation_mode(const Module& model);

}  // namespace heed
