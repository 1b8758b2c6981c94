// Sentence pairs as the model sees them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lib/core/scalar.hpp"
#include "lib/core/tokens.hpp"
#include "lib/data/batches.hpp"

namespace heed::inline HEED_PRECISION {

/// With a target w1 … wn the decoder is fed <bos> w1 … wn and shall answer w1 … wn <eos>: at each position it
/// sees the true tokens before it, never the one to predict (teacher forcing, Williams & Zipser 1989). A
/// piece of a long text begins with the token before it instead of <bos>, and <eos> is for the last piece
/// alone.
struct Batch {
  Tokens source;                   // (B, S): s1 … sm <eos>, filled up with <pad>
  Tokens target_in;                // (B, T): <bos> w1 … wn <pad> …
  Tokens target_out;               // (B, T): w1 … wn <eos> <pad> …
  std::int64_t target_tokens = 0;  // of target_out, without padding: what a loss is divided by
};

Batch make_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices);

/// Sources alone, each closed by <eos>: (B, S).
Tokens make_sources(std::span<const std::vector<std::int32_t>> sources);

}  // namespace heed
