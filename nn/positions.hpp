// How a model knows where a token stands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

/// Added to the embeddings (PositionalEncoding): sinusoidal (Vaswani et al. 2017, section 3.5), or
/// learned, a parameter for each position. In self-attention, by the distance of two tokens: rotary turns
/// queries and keys (autograd/ops/rotary.hpp), alibi and t5 add to the scores (DistanceBias), shaw
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
  /// Returns the texts that parse() reads: "none|sinusoidal|…".
  static std::string forms();

  /// By a number for each head and distance: DistanceBias.
  bool added_to_scores() const { return kind == Position::alibi || kind == Position::t5; }
  bool by_distance() const { return kind == Position::rotary || kind == Position::shaw || added_to_scores(); }
};

/// pe[pos, 2i] = sin(pos / 10000^(2i/d)),  pe[pos, 2i+1] = cos(pos / 10000^(2i/d)):  (length, d).
Array sinusoidal_positions(std::int64_t length, std::int64_t dim);

/// dropout(x + pe), or dropout(x) of a kind that adds nothing here: x (B, T, C) at positions offset …
/// offset+T-1. Throws Error if that is beyond max_length.
class PositionalEncoding : public Module {
 public:
  struct Options {
    Position kind = Position::sinusoidal;
    std::int64_t max_length = 512;
    double dropout = 0.1;
  };
  PositionalEncoding(std::int64_t dim, Rng& rng, Options options)
      : Module(rng), options_(options), dim_(dim) {}
  PositionalEncoding(std::int64_t dim, Rng& rng) : PositionalEncoding(dim, rng, Options()) {}
  Variable operator()(const Variable& x, std::int64_t offset = 0) const;

 private:
  Options options_;
  std::int64_t dim_;
  Variable added();
  /// (max_length, C): a parameter named "weight" if learned, a constant and in no state_dict if sinusoidal,
  /// else undefined.
  Variable weight_ = added();
  Dropout dropout_ = child("dropout", Dropout(options_.dropout));
};

/// The factor of the distance for each head: 2^(-8/H), 2^(-16/H), … 2^-8; if H is no power of two, those of
/// the next smaller one, then every second of its double (Press et al. 2022, and their code).
std::vector<double> alibi_slopes(std::int64_t heads);

/// both: keys before and after the query are told apart. past: keys after it count as distance 0, for causal
/// attention. either: keys before and after it at one distance count alike.
enum class Sides { both, past, either };

/// The bucket of distance key - query (Raffel et al. 2020, section 2.1, and their code): half of the buckets
/// of a direction are for one distance each, the others grow as the logarithm up to 128, the last
/// holds all beyond. Of two directions each has half of the buckets, keys after the query the upper half.
inline constexpr std::int64_t t5_buckets = 32;
std::int32_t t5_bucket(std::int64_t distance, Sides sides);

/// The distance bias of attention, of Position::alibi (constant) or Position::t5 (learned); one for all
/// layers of a stack.
class DistanceBias : public Module {
 public:
  struct Options {
    Position kind = Position::alibi;
    Sides sides = Sides::both;
  };
  DistanceBias(std::int64_t heads, Rng& rng, Options options);
  /// (H, Tq + Tk - 1) for keys at positions 0 … keys - 1, queries at first_query, first_query + 1, …: what
  /// AttentionOptions::distance_bias wants.
  Variable operator()(std::int64_t queries, std::int64_t keys, std::int64_t first_query = 0) const;

  /// `sides` as the attention has them; undirected positions count both sides alike.
  static Options options_for(const Positions& positions, Sides sides);

  Variable weight;  // (t5_buckets, H) of t5: a number for each bucket and head; undefined of alibi

 private:
  std::int64_t heads_;
  Options options_;
};

}  // namespace heed
