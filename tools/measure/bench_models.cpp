// The steps of other models, and of the engine, that `heed bench` measures.
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "models/gpt.hpp"
#include "models/vit.hpp"
#include "nn/optimizer.hpp"
#include "nn/recurrent.hpp"
#include "tools/measure/bench_timing.hpp"

namespace heed {
namespace {

/// GPT-2 of a size: 4 d_model units of the feed-forward part, no dropout.
struct GptConfiguration {
  const char* name;
  std::int64_t d_model, heads, layers, vocab, batch;
  int steps;
};
constexpr std::int64_t gpt_tokens = 128;
constexpr GptConfiguration gpt_configurations[] = {{"gpt128", 128, 4, 4, 512, 32, 10},
                                                   {"gpt256", 256, 8, 4, 1024, 16, 8},
                                                   {"gpt512", 512, 8, 6, 8192, 8, 4}};

Gpt make_gpt(const GptConfiguration& c) {
  Rng rng(1);
  return {{.vocabulary = c.vocab,
           .max_length = gpt_tokens,
           .d_model = c.d_model,
           .heads = c.heads,
           .layers = c.layers,
           .dim_feedforward = 4 * c.d_model,
           .dropout = 0},
          rng};
}

/// Optimiser steps of a model; each computes its loss anew and counts as so many tokens.
nlohmann::json measure_steps(const Module& model, int steps, std::int64_t tokens, const auto& loss) {
  Adam adam(model.parameters(), {.lr = 1e-4});
  const auto step = [&] {
    adam.zero_grad();
    loss().backward();
    adam.step();
  };
  step();  // the second allocates nothing new: two warm up
  return with_speed(median_ms(steps, step), tokens);
}

}  // namespace

nlohmann::json measure_model(const std::string& name) {
  Rng rng(2);
  for (const GptConfiguration& c : gpt_configurations) {
    if (name != c.name) continue;
    const Gpt model = make_gpt(c);
    const Tokens input = random_tokens(rng, c.batch, gpt_tokens, c.vocab),
                 label = random_tokens(rng, c.batch, gpt_tokens, c.vocab);
    return measure_steps(model, c.steps, c.batch * gpt_tokens,
                         [&] { return cross_entropy(model(input), label); });
  }
  if (name == "lstm") {
    const LSTM model(256, 256, rng);
    const Variable x = Variable::parameter(rng.normal({32, 64, 256}));
    return measure_steps(model, 10, 32 * 64, [&] {
      Variable(x).zero_grad();
      return sum(model(x).output);
    });
  }
  if (name != "vit") return {};
  constexpr std::int64_t images = 64;
  const Vit model({.height = 28,
                   .width = 28,
                   .channels = 1,
                   .patch = 7,
                   .classes = 10,
                   .d_model = 128,
                   .heads = 4,
                   .layers = 4,
                   .dim_feedforward = 512},
                  rng);
  const Variable drawn(rng.normal({images, 1, 28, 28}));
  const Tokens digits = random_tokens(rng, images, 1, 10).reshape({images});
  return measure_steps(model, 10, images * 17, [&] { return cross_entropy(model(drawn), digits); });
}

nlohmann::json measure_sampling(std::int64_t batch) {
  constexpr std::int64_t prompt = 16, length = 64;
  const GptConfiguration& c = gpt_configurations[1];
  const Gpt model = make_gpt(c);
  model.eval();
  Rng rng(3);
  const Tokens begin = random_tokens(rng, batch, prompt, c.vocab);
  // no token ends a text: all have the same length
  const SamplingOptions options{
      .temperature = 0.8, .top_k = 40, .decoding = {.max_length = length, .bos = -1, .eos = -1, .pad = -1}};
  return with_speed(median_ms(batch == 1 ? 9 : 3, [&] { sample(model, begin, options); }), batch * length);
}

nlohmann::json measure_engine() {
  constexpr int ops = 20'000;
  const Array one = Array::ones({1});
  const double bare = median_ms(9, [&] {  // the same arithmetic, forward and backward, with no graph
    Array x = one;
    for (int i = 0; i < 2 * ops; ++i) x = -x;
  });
  const double recorded = median_ms(9, [&] {
    Variable x = Variable::parameter(one);
    for (int i = 0; i < ops; ++i) x = -x;
    x.backward();
  });
  return {{"ns_an_op", (recorded - bare) * 1e6 / ops}};
}

}  // namespace heed
