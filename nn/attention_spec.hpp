// Attention described once: who may attend to whom, what is done to the scores, how it is computed.
#pragma once

#include <string>
#include <vector>

#include "autograd/ops/attention.hpp"
#include "nn/positions.hpp"

namespace heed::inline HEED_PRECISION {

/// Rules joined by + (one of them allows it) and & (both sides do; + binds closer):
/// "window:16+global:1&causal" is a window or the first position, and nothing ahead.
///
/// - all: everyone
/// - causal: key <= query (a decoder's self-attention is so anyway)
/// - window:BEFORE[:AFTER[:STEP]]: BEFORE keys back, AFTER (as many) ahead, every STEP-th (1); Mask::window
/// - stride:STEP[:BEFORE]: the query itself, and every STEP-th of BEFORE (all) keys to each side
/// - global:COUNT: the first COUNT positions see all and are seen by all; Mask::first_global
/// - random:COUNT[:BLOCK[:SEED]]: COUNT blocks of BLOCK (64) keys, drawn from SEED (0) for each head and
///   layer; Mask::random_blocks
class AttentionRules {
 public:
  AttentionRules() = default;  // all
  /// Throws UsageError that says what is wrong and lists the rules.
  static AttentionRules parse(const std::string& text);
  /// How the rules are written: "all, causal, window:BEFORE…".
  static std::string forms();
  /// parse() reads it as the same.
  std::string text() const;
  /// For what random blocks are drawn.
  struct Sizes {
    std::int64_t max_length = 1, heads = 1;  // tokens a sequence may have
    std::uint64_t layer = 0;                 // each draws anew
  };
  Mask mask(const Sizes& sizes) const;
  /// Says if anything is drawn: then sequences may not be longer than max_length.
  bool draw() const;

  /// Says if no rule speaks but of the future.
  bool all_or_causal() const;

 private:
  /// A word and its numbers; what each word means stands in one list in the .cpp.
  struct Rule {
    std::size_t kind = 0;
    std::vector<std::int64_t> numbers{};
  };
  static Rule parse_rule(const std::string& text);
  std::vector<std::vector<Rule>> groups_;  // one rule of each group must allow it
};

/// One value for options, saved models, the command line, caches and pictures. It speaks of self-attention:
/// attention to another sequence sees all of it and knows no distances.
struct AttentionSpec {
  AttentionRules rules{};                               // who: --attention
  Positions positions{.kind = Position::sinusoidal};    // what is done to the scores: --position
  AttentionKernel kernel = AttentionKernel::automatic;  // how: --kernel
};

/// Throws UsageError if `heads` does not divide d_model, or one of them is below 1.
void require_heads_divide(std::int64_t heads, std::int64_t d_model);

/// Throws UsageError for positions whose numbers cannot be, for heads of `head_dim` numbers that cannot have
/// them, and for the linear kernel with rules or positions that it has no scores for.
void check_attention(const AttentionSpec& spec, std::int64_t heads, std::int64_t head_dim);

}  // namespace heed
