// What is added to the scores of attention for the distance between a query and a key.
#pragma once

#include "nn/module.hpp"
#include "nn/positions.hpp"

namespace heed::inline HEED_PRECISION {

/// The factor of the distance for each head: 2^(-8/H), 2^(-16/H), … 2^-8; if H is no power of two, those of
/// the next smaller one, then every second of its double (Press et al. 2022, and their code).
std::vector<double> alibi_slopes(std::int64_t heads);

/// both: keys before and after the query are told apart. past: keys after it count as distance 0, for causal
/// attention. either: keys before and after it at one distance count alike.
enum class Sides { both, past, either };

/// The bucket of distance key - query (Raffel et al. 2020, section 2.1, and their code): half of the buckets
/// of a direction are for one distance each, the others grow as the logarithm up to max_distance, the last
/// holds all beyond. Of two directions each has half of the buckets, keys after the query the upper half.
struct Buckets {
  std::int64_t count = 32, max_distance = 128;
};
std::int32_t t5_bucket(std::int64_t distance, Sides sides, Buckets buckets = {});

/// The distance bias of attention, of Position::alibi (constant) or Position::t5 (learned); one for all
/// layers of a stack.
class DistanceBias : public Module {
 public:
  struct Options {
    Position kind = Position::alibi;
    Sides sides = Sides::both;
    Buckets buckets{};
  };
  DistanceBias(std::int64_t heads, Rng& rng, Options options);
  /// (H, n): what n keys, so far behind a query each (before it, if below 0), get.
  Variable operator()(const std::vector<std::int64_t>& distances) const;
  /// (H, Tq + Tk - 1) for keys at positions 0 … keys - 1, queries at first_query, first_query + 1, …: what
  /// AttentionOptions::distance_bias wants.
  Variable operator()(std::int64_t queries, std::int64_t keys, std::int64_t first_query = 0) const;

  /// `sides` as the attention has them; undirected positions count both sides alike.
  static Options options_for(const Positions& positions, Sides sides);

  Variable weight;  // (buckets, H) of t5: a number for each bucket and head; undefined of alibi

 private:
  std::int64_t heads_;
  Options options_;
};

}  // namespace heed
