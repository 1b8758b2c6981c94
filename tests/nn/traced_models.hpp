// Holds what the tests of traces share: a small Transformer with its sentences, and how far arrays differ.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "autograd/ops.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/random_models.hpp"

namespace heed {

inline constexpr double rounding = sizeof(Scalar) == 4 ? 2e-5 : 1e-12;

inline TransformerOptions traced_options(AttentionSpec attention = {}, NormOrder norm = NormOrder::post) {
  TransformerOptions options = testing::tiny();
  options.target_vocab = 8;
  options.layer.dim_feedforward = 6, options.layer.dropout = 0.3, options.layer.norm = norm;
  options.layer.attention = std::move(attention);
  return options;
}
inline const Tokens traced_source({2, 5}, {4, 5, 6, 7, 3, 5, 8, 3, 0, 0}),
    traced_target({2, 4}, {2, 4, 5, 6, 2, 7, 4, 0});

inline Transformer traced_model(const TransformerOptions& options, std::uint64_t seed = 1) {
  Rng rng(seed);
  Transformer model(options, rng);
  model.eval();
  return model;
}

inline AttentionSpec traced_spec(const char* rules, const char* positions, AttentionKernel kernel) {
  return {.rules = AttentionRules::parse(rules), .positions = Positions::parse(positions), .kernel = kernel};
}

/// A number that depends on all logits, each in its own way.
inline Variable weighted_sum(const Variable& logits) {
  Array weights(logits.shape());
  for (std::int64_t i = 0; i < weights.size(); ++i)
    weights.mutable_data()[i] = static_cast<Scalar>(std::sin(static_cast<double>(3 * i + 1)));
  return sum(logits * Variable(weights));
}

}  // namespace heed
