// Two LSTMs with Bahdanau's attention: what PyTorch computes, decoding.
#include "models/attention_lstm.hpp"

#include <optional>

#include "lib/array/layout.hpp"
#include "models/seq2seq.hpp"
#include "nn/trace.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using golden::columns;

namespace {

Tokens without_last(const Tokens& ids) { return columns(ids, 0, ids.dim(1) - 1); }

Variable loss_of(const AttentionLstm& model, const Tokens& source, const Tokens& target) {
  return cross_entropy(model(source, without_last(target)), columns(target, 1, target.dim(1)),
                       {.ignore_index = 0});
}

}  // namespace

TEST_CASE("LSTMs with attention equal the same model in PyTorch: logits, weights, loss, gradients",
          "[pytorch][lstm]") {
  for (const golden::Case& c : golden::cases("attention_lstm.safetensors", "lstm/", 2)) {
    const AttentionLstm model = golden::model_of<AttentionLstm>(c);
    const Tokens source = c.tokens("in.source"), target = c.tokens("in.target");
    {
      const Trace trace(model, "attention.pattern");
      c.check_output("out.logits", model(source, without_last(target)).value());
      std::vector<Array> looks;  // at one target token after the other
      for (const auto& [name, value] : trace.values()) looks.push_back(value);
      c.check_output("out.weights", concat(looks, 2));
    }
    const bool traced = GENERATE(false, true);  // with the weights in the graph, too
    std::optional<Trace> trace;
    if (traced) trace.emplace(model, "attention.pattern", TraceOptions{.gradients = true});
    model.zero_grad();
    const Variable loss = loss_of(model, source, target);
    loss.backward();
    c.check_output("out.loss", loss.value());
    c.check_gradients(model);
  }
}

TEST_CASE("100 steps of training LSTMs with attention give the losses that PyTorch gives",
          "[pytorch][lstm]") {
  const golden::Case c(golden::load("attention_lstm.safetensors"), "lstm_training");
  const AttentionLstm model = golden::model_of<AttentionLstm>(c);
  const Tokens sources = c.tokens("in.source"), targets = c.tokens("in.target");
  golden::check_losses(c, model, 100, 0.5, [&](std::int64_t step) {
    return loss_of(model, golden::step_of(sources, step), golden::step_of(targets, step));
  });
}

TEST_CASE("an LSTM that writes goes on from a state: in parts, rows in another order, padding unseen",
          "[lstm]") {
  const golden::Case c(golden::load("attention_lstm.safetensors"), "lstm/wide");
  const AttentionLstm model = golden::model_of<AttentionLstm>(c);
  model.eval();
  const Tokens source = c.tokens("in.source"), target = without_last(c.tokens("in.target"));
  const std::int64_t steps = target.dim(1);
  const Array whole = model(source, target).value();
  AttentionLstmState state = model.begin(source, steps);
  CHECK(farthest(model.extend(columns(target, 0, 2), state).value(), slice(whole, 1, 0, 2)) < 1e-5);
  const std::vector<std::int32_t> rows{3, 0, 3};
  state = state.select(rows);
  const Tokens rest = select_rows(columns(target, 2, steps), rows);
  const Array after = model.extend(rest, state).value();
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::int64_t row = rows[static_cast<std::size_t>(i)];
    CHECK(farthest(slice(after, 0, i, i + 1), slice(slice(whole, 0, row, row + 1), 1, 2, steps)) < 1e-5);
  }
  // More padding changes no bit.
  std::vector<std::int32_t> padded;
  for (std::int64_t i = 0; i < source.size(); ++i) {
    padded.push_back(source[i]);
    if ((i + 1) % source.dim(1) == 0) padded.insert(padded.end(), 3, 0);
  }
  const Tokens longer({source.dim(0), source.dim(1) + 3}, padded);
  const Array same = model(longer, target).value();
  CHECK(std::equal(whole.values().begin(), whole.values().end(), same.values().begin()));
}

TEST_CASE("what greedy and beam search find with an LSTM's state is as probable as a whole pass says",
          "[lstm]") {
  const golden::Case c(golden::load("attention_lstm.safetensors"), "lstm/wide");
  const AttentionLstm model = golden::model_of<AttentionLstm>(c);
  const Tokens source = c.tokens("in.source");
  CHECK_THROWS_WITH(greedy_decode(model, source), Catch::Contains("eval()"));
  Rng rng(3);
  CHECK_THROWS_WITH(AttentionLstm({.source_vocab = 6}, rng), Catch::Contains("target_vocab is 0"));
  model.eval();
  const auto greedy = greedy_decode(model, source, {.max_length = 9});
  const auto beam = beam_search(model, source, {.beam = 3, .n_best = 2, .decoding = {.max_length = 9}});
  REQUIRE(greedy.size() == 5);
  for (std::size_t i = 0; i < greedy.size(); ++i) {
    const Tokens row = select_rows(source, {static_cast<std::int32_t>(i)});
    const auto by_one_pass = [&](const Hypothesis& h) {
      return Approx(testing::log_probability(model, row, h)).epsilon(1e-4);
    };
    CHECK(greedy[i].log_probability == by_one_pass(greedy[i]));
    for (const Hypothesis& h : beam[i]) CHECK(h.log_probability == by_one_pass(h));
  }
}
