// Tests what attention keeps while decoding: the results are the same as without.
#include "nn/attention_cache.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using testing::random_model;

namespace {

/// Before the rules may stand "linear " for sums.
TransformerOptions with(std::string rules, const std::string& positions) {
  const bool linear = rules.starts_with("linear ");
  if (linear) rules = rules.substr(rules.find(' ') + 1);
  TransformerOptions options = testing::tiny();
  options.source_vocab = 12, options.target_vocab = 15, options.decoder_layers = 2;
  options.layer.max_length = 32;
  options.layer.attention = {.rules = AttentionRules::parse(rules),
                             .positions = Positions::parse(positions),
                             .kernel = linear ? AttentionKernel::linear : AttentionKernel::automatic};
  return options;
}

const double stepwise_rounding = sizeof(Scalar) == 8 ? 1e-12 : 1e-4;

}  // namespace

TEST_CASE("decoding with a cache of any kind gives the logits of decoding without") {
  for (const char* rules :
       {"window:2", "window:2+global:1", "window:1:0:3+global:2&causal", "stride:2:4", "global:1", "window:0",
        "window:3&random:1:2", "window:4&random:1:2+global:1", "linear all", "linear causal"}) {
    for (const char* positions :
         {"none", "learned", "rotary", "alibi", "t5", "t5:unscaled:undirected", "shaw:3"}) {
      INFO(rules << ", " << positions);
      const TransformerOptions options = with(rules, positions);
      const bool linear = options.layer.attention.kernel == AttentionKernel::linear;
      if (linear && options.layer.attention.positions.by_distance()) continue;
      const Transformer model = random_model(options, 3);
      const Tokens source = make_sources(testing::random_sentences(2, 5, 12, 1));
      const std::int64_t steps = 11;
      std::vector<std::int32_t> ids;
      for (std::int64_t i = 0; i < 2 * steps; ++i) ids.push_back(static_cast<std::int32_t>(4 + i * 7 % 11));
      const NoGrad no_grad;
      const Array expected = model.decode(Tokens({2, steps}, ids), model.encode(source), source).value();
      DecodingState state = model.begin(source, steps);
      const auto take = [&](std::int64_t from, std::int64_t to) {
        std::vector<std::int32_t> piece;
        for (std::int64_t b = 0; b < 2; ++b)
          piece.insert(piece.end(), ids.begin() + b * steps + from, ids.begin() + b * steps + to);
        return Tokens({2, to - from}, piece);
      };
      double deviation = farthest(model.extend(take(0, 3), state).value(), slice(expected, 1, 0, 3));
      for (std::int64_t t = 3; t < 9; ++t) {
        const Array logits = model.extend(take(t, t + 1), state).value();
        deviation = std::max(deviation, farthest(logits, slice(expected, 1, t, t + 1)));
      }
      // Rows of the batch are changed and given twice in the middle, as beam search does.
      DecodingState picked = state.select({1, 1, 0});
      const Tokens next = take(9, 10);
      const Array logits = model.extend(Tokens({3, 1}, {next[1], next[1], next[0]}), picked).value();
      const Array wanted = slice(expected, 1, 9, 10);
      for (const auto& [row, from] : {std::pair<std::int64_t, std::int64_t>{0, 1}, {1, 1}, {2, 0}}) {
        deviation =
            std::max(deviation, farthest(slice(logits, 0, row, row + 1), slice(wanted, 0, from, from + 1)));
      }
      CHECK(deviation < stepwise_rounding);
      if (linear) CHECK(std::get<LinearCache>(state.layers[0].self).state.sum.size() == 2 * 2 * 4 * 4);
      CHECK_THROWS_WITH(model.extend(take(0, 3), state), Catch::Contains("holds 11 positions"));
    }
  }
}

TEST_CASE("linear attention is refused what it has no scores for") {
  Rng rng(1);
  CHECK_THROWS_AS(MultiheadAttention(
                      8, 2, rng, {.add_zero_attn = true, .attention = {.kernel = AttentionKernel::linear}}),
                  UsageError);
  for (const auto& [rules, positions, message] :
       std::vector<std::array<const char*, 3>>{{"linear window:2", "none", "'window:2'"},
                                               {"linear causal&global:1", "none", "'causal&global:1'"},
                                               {"linear all", "rotary", "rotary"},
                                               {"linear all", "alibi", "alibi"},
                                               {"linear all", "t5", "t5"},
                                               {"linear all", "shaw", "shaw"}})
    CHECK_THROWS_WITH(check_options(with(rules, positions)), Catch::Contains(message));
  CHECK_NOTHROW(check_options(with("linear all+window:1&causal", "sinusoidal")));
}

TEST_CASE("a mask for other keys than there are is refused by every cache, and so is a longer sequence") {
  Rng rng(8);
  for (const char* rules : {"all", "window:2", "window:1+global:2"}) {
    INFO(rules);
    const MultiheadAttention attention(8, 2, rng, {.attention = {.rules = AttentionRules::parse(rules)}});
    AttentionCache cache = attention.empty_cache(1, 20);
    const Variable x(rng.normal({1, 10, 8}));
    CHECK_THROWS_AS(attention.extend(x, cache, {.mask = Mask::dense({1, 2}, {1, 0})}), ShapeError);
  }
  const MultiheadAttention drawn(
      8, 2, rng, {.attention = {.rules = AttentionRules::parse("random:2:4")}, .max_length = 12});
  const Variable fits(rng.normal({1, 12, 8})), longer(rng.normal({1, 13, 8}));
  CHECK_NOTHROW(drawn(fits, fits, fits));
  CHECK_THROWS_WITH(drawn(longer, longer, longer), Catch::Contains("at most 12 (max_length)"));
}

TEST_CASE("each layer draws blocks of its own") {
  const auto weights = [](std::uint64_t layer) {
    Rng rng(9);
    const MultiheadAttention attention(
        8, 2, rng,
        {.attention = {.rules = AttentionRules::parse("random:1:1")}, .max_length = 40, .layer = layer});
    Array seen;
    const Variable x(rng.normal({1, 40, 8}));
    attention(x, x, x, {.weights = &seen});
    return seen;
  };
  CHECK(identical(weights(3), weights(3)));
  CHECK_FALSE(identical(weights(3), weights(4)));
}
