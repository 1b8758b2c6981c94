// What a head's weights and gradients say of it, added up over sentences.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/array/array.hpp"
#include "lib/data/corpus.hpp"
#include "tools/lab/heads.hpp"

namespace heed {

/// A query that sees fewer keys gives much to one of them, wherever it looks: the first one of causal
/// attention sees itself alone.
constexpr std::int64_t enough_keys = 4;

/// Sums over sentences, to be divided by their counts.
struct HeadSums {
  double sharpness = 0, uniform = 0;  // of queries that see enough_keys
  double chance = 0, importance = 0;
  std::int64_t queries = 0, with_words = 0;
  std::vector<double> next{}, nexts{}, last{}, lasts{}, previous{}, with_previous{};  // of each sentence

  /// The facts that they are of; importance, over `sentences`, is not yet divided by that of the others.
  void put_into(HeadFacts& facts, std::size_t sentences) const;
};

/// The weights (1, heads, Tq, Tk) of one head on the sentences of `pair`, which nothing pads: a key a source
/// token, or of self-attention one a token of the same side.
void add_weights(const Array& weights, const HeadFacts& facts, const SentencePair& pair, HeadSums& sums);

/// dL/dg at g = 1 where head h of z (1, heads, Tq, Dv) is g z, with `gradient` = dL/dz: Σ z · dL/dz.
double gate_gradient(const Array& z, const Array& gradient, std::int64_t h);

}  // namespace heed
