// What C13 and C16 measure of a head: its weights, the gradient of a gate in front of it, and rank
// correlations.
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "models/transformer.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tools/measure/heads.hpp"

using namespace heed;

TEST_CASE("the gradient of a head's gate is the difference that a slightly wider and narrower gate makes") {
  Rng rng(4);
  const Transformer model({.source_vocab = 12,
                           .target_vocab = 12,
                           .encoder_layers = 1,
                           .decoder_layers = 1,
                           .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 16, .dropout = 0}},
                          rng);
  const std::vector<Example> one{{{5, 6, 7, 8}, {9, 4, 10}}};
  const std::size_t first = 0;
  const Batch batch = make_batch(one, std::span(&first, 1));
  const auto loss = [&] {
    return cross_entropy(model(batch.source, batch.target_in), batch.target_out,
                         {.reduction = Reduction::sum});
  };
  for (const std::string z : {"encoder.layers.0.self_attn.z", "decoder.layers.0.self_attn.z",
                              "decoder.layers.0.multihead_attn.z"}) {
    for (const std::int64_t h : {0, 1}) {
      double by_gradient = 0;
      {
        const Trace results(model, "*.z", {.gradients = true});
        loss().backward();
        by_gradient = gate_gradient(results.value(z), results.gradient(z), h);
      }
      const auto with_gate = [&](double gate) {
        const NoGrad no_grad;
        Trace trace(model);
        trace.replace(z, [&](const Variable& value) {
          std::vector<Scalar> gates(2, 1);
          gates[static_cast<std::size_t>(h)] = static_cast<Scalar>(gate);
          return value * Variable(Array({1, 2, 1, 1}, gates));
        });
        return static_cast<double>(loss().value().item());
      };
      constexpr double step = 0.02;
      const double by_difference = (with_gate(1 + step) - with_gate(1 - step)) / (2 * step);
      INFO(z << ", head " << h);
      CHECK(std::abs(by_gradient) > 1e-3);
      CHECK(by_gradient == Approx(by_difference).epsilon(0.02).margin(5e-4));
    }
  }
}

namespace {

/// Of a head whose weights are these, (1, 2, Tq, Tk), head 1 of them; the sentence's words are aligned so.
HeadFacts facts_of(HeadPlace place, const Array& weights, std::vector<std::pair<int, int>> alignment = {}) {
  HeadFacts facts{.place = place, .head = 1};
  HeadSums sums;
  add_weights(weights, facts, {.source = "", .target = "", .alignment = std::move(alignment)}, sums);
  sums.put_into(facts, 1);
  return facts;
}

/// Head 0 has zeros, head 1 these.
Array second_head(std::int64_t queries, std::int64_t keys, const std::vector<Scalar>& rows) {
  std::vector<Scalar> both(rows.size());
  both.insert(both.end(), rows.begin(), rows.end());
  return Array({1, 2, queries, keys}, both);
}

}  // namespace

TEST_CASE("alignment counts the words whose largest weight lies on a source word of theirs") {
  // Three target words and <eos>; source: words 0, 1, 2 and <eos>. Target 0 is of 0, 1 of 2, 2 of 1 and 2.
  const Array weights = second_head(4, 4,
                                    {0.7F, 0.1F, 0.1F, 0.1F,    // at 0: right
                                     0.1F, 0.6F, 0.2F, 0.1F,    // at 1: wrong
                                     0.1F, 0.1F, 0.8F, 0.0F,    // at 2: right, and right of the last word
                                     0.2F, 0.5F, 0.2F, 0.1F});  // <eos> has no words; the last word's 1
  const HeadFacts f = facts_of(HeadPlace::cross, weights, {{0, 0}, {2, 1}, {1, 2}, {2, 2}});
  CHECK(f.next_word.mean == Approx(2 / 3.0));
  CHECK(f.last_word.mean == Approx(2 / 3.0));  // asked of queries 1, 2, 3: only the first is wrong
  CHECK(f.chance == Approx((0.25 + 0.25 + 0.5) / 3));
  CHECK(f.sharpness == Approx((0.7 + 0.6 + 0.8 + 0.5) / 4));
  CHECK(f.uniform == Approx(0.25));
  CHECK(f.previous.mean == 0);  // of self-attention alone
}

TEST_CASE("the weight of the token before is that of self-attention, from the second token on") {
  const Array weights = second_head(3, 3, {1.0F, 0.0F, 0.0F, 0.9F, 0.1F, 0.0F, 0.2F, 0.5F, 0.3F});
  CHECK(facts_of(HeadPlace::encoder, weights).previous.mean == Approx(0.7));
}

TEST_CASE("how hard a head looks is told by queries that see enough keys, beside what uniform weights are") {
  // Causal and uniform: 1, 1/2, 1/3, 1/4, 1/5. The first query can give its weight to none but itself.
  std::vector<Scalar> rows;
  for (int q = 0; q < 5; ++q)
    for (int k = 0; k < 5; ++k) rows.push_back(k <= q ? 1 / static_cast<Scalar>(q + 1) : 0);
  const HeadFacts f = facts_of(HeadPlace::decoder, second_head(5, 5, rows));
  CHECK(f.sharpness == Approx((1 / 4.0 + 1 / 5.0) / 2));
  CHECK(f.uniform == Approx(f.sharpness));
  // An encoder's tokens all see five.
  CHECK(facts_of(HeadPlace::encoder, second_head(5, 5, rows)).uniform == Approx(0.2));
  // Of a sentence with too few keys nothing is said.
  const HeadFacts few = facts_of(HeadPlace::decoder, second_head(2, 2, {1, 0, 1, 0}));
  CHECK((few.sharpness == 0 && few.uniform == 0));
}
