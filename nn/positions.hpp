// How a model knows where a token stands.
#pragma once

#include <cstdint>
#include <string>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Added to the embeddings (nn/positional_encoding.hpp): sinusoidal (Vaswani et al. 2017, section 3.5), or
/// learned, a parameter for each position. In self-attention, by the distance of two tokens: rotary turns
/// queries and keys (autograd/ops/rotary.hpp), alibi and t5 add to the scores (nn/distance_bias.hpp), shaw
/// adds to keys and values as each query sees them (Shaw et al. 2018).
enum class Position { none, sinusoidal, learned, rotary, alibi, t5, shaw };

/// A kind with its numbers.
struct Positions {
  Position kind = Position::none;
  double base = 10'000;    // rotary
  bool scaled = true;      // t5: with the factor 1/√Dk, which T5 itself leaves out
  bool directed = true;    // t5: keys before and after a query at one distance have buckets of their own
  std::int64_t clip = 16;  // shaw: distances beyond it count as it

  /// Written as the word, and behind it what is not as above, in any order: "rotary:500000",
  /// "t5:unscaled:undirected". Throws UsageError that lists the kinds.
  static Positions parse(const std::string& text);
  /// Throws UsageError for a base that is not from 1 to 10^12, or a clip that is not from 1 to 1,000,000.
  void check() const;
  std::string text() const;
  /// What parse() reads: "none|sinusoidal|…".
  static std::string forms();

  bool added_to_embeddings() const { return kind == Position::sinusoidal || kind == Position::learned; }
  /// By a number for each head and distance: DistanceBias.
  bool added_to_scores() const { return kind == Position::alibi || kind == Position::t5; }
  bool by_distance() const { return kind == Position::rotary || kind == Position::shaw || added_to_scores(); }
};

}  // namespace heed
