// From source tokens to target tokens: greedy and beam search, for a whole batch at once.
#pragma once

#include <cstdint>
#include <vector>

#include "nn/transformer.hpp"

namespace heed {

/// recompute: the whole prefix goes through the decoder for each new token; cache: only the new token does.
/// Both give the same tokens; the first is there to check the second.
enum class KeyValue { cache, recompute };

struct DecodingOptions {
  /// Tokens a translation may have at most, <eos> not counted; 0 stands for source length + 50, as in the
  /// paper. Never more than the model's max_length.
  std::int64_t max_length = 0;
  KeyValue key_value = KeyValue::cache;
  std::int32_t bos = SpecialIds().bos,
               eos = SpecialIds().eos;  // ids; the model's pad id and bos are never produced
};

/// One translation: tokens without <bos> and <eos>.
struct Hypothesis {
  std::vector<std::int32_t> tokens{};
  double log_probability = 0;  // Σ log p(token | those before), <eos> included if it was produced
  double score = 0;            // what hypotheses are ranked by: log_probability / length penalty
  bool finished = false;       // whether <eos> was produced; otherwise the maximum length cut it off
};

/// The most probable token at each step. source (B, S), rows end with the model's <eos> and are filled up
/// with padding.
std::vector<Hypothesis> greedy_decode(const Transformer& model, const Tokens& source,
                                      const DecodingOptions& options = {});

struct BeamOptions {
  std::int64_t beam = 4;  // hypotheses kept for each sentence
  /// α: log-probabilities are divided by ((5 + length) / 6)^α (Wu et al. 2016, equation 14). The length is
  /// that of Hypothesis::tokens: <eos> counts in the log-probability, not in the length.
  double length_penalty = 0.6;
  std::int64_t n_best = 1;  // how many to return for each sentence, best first; at most `beam`
  DecodingOptions decoding{};
};

/// The n_best best-scored hypotheses of each sentence that a beam of that width finds. A search ends when no
/// open hypothesis can still beat the finished ones. Those that the maximum length cuts off stand behind all
/// finished ones, whatever their scores, and only in places that these leave. Throws UsageError for a beam
/// below 1 or n_best outside 1…beam.
std::vector<std::vector<Hypothesis>> beam_search(const Transformer& model, const Tokens& source,
                                                 const BeamOptions& options = {});

/// ((5 + length) / 6)^α.
double length_penalty(std::int64_t length, double alpha);

}  // namespace heed
