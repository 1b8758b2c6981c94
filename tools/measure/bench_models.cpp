#include "tools/measure/bench_tasks.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "autograd/ops.hpp"
#include "autograd/variable.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/random.hpp"
#include "models/gpt.hpp"
#include "models/vit.hpp"
#include "nn/optimizer.hpp"
#include "nn/recurrent.hpp"

namespace heed {
namespace {

Tokens random_ids(Rng& rng, std::int64_t rows, std::int64_t length, std::int64_t vocab) {
  std::vector<std::int32_t> ids(static_cast<std::size_t>(rows * length));
  for (std::int32_t& id : ids) id = static_cast<std::int32_t>(rng.integer(vocab));
  return {{rows, length}, std::move(ids)};
}

/// Times optimiser steps: `loss` is computed anew for each of the steps and minimised; each counts as so many
/// tokens.
template <typename Loss>
nlohmann::json time_steps(std::vector<Variable> parameters, int steps, std::int64_t tokens,
                          const Loss& loss) {
  Adam adam(std::move(parameters), {.lr = 1e-4});
  const auto step = [&] {
    adam.zero_grad();
    loss().backward();
    adam.step();
  };
  step();  // the second allocates nothing new: with repeat's own, two that warm up
  const double ms = median(repeat(steps, step));
  return {{"ms", ms}, {"tokens_per_second", static_cast<double>(tokens) / ms * 1e3}};
}

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

nlohmann::json gpt_step(const GptConfiguration& c) {
  const Gpt model = make_gpt(c);
  Rng rng(2);
  const Tokens input = random_ids(rng, c.batch, gpt_tokens, c.vocab);
  const Tokens label = random_ids(rng, c.batch, gpt_tokens, c.vocab);
  return time_steps(model.parameters(), c.steps, c.batch * gpt_tokens,
                    [&] { return cross_entropy(model(input), label); });
}

nlohmann::json lstm_step() {
  Rng rng(4);
  const LSTM lstm(256, 256, rng);
  const Variable x = Variable::parameter(rng.normal({32, 64, 256}));
  return time_steps(lstm.parameters(), 10, 32 * 64, [&] {
    Variable(x).zero_grad();
    return sum(lstm(x).output);
  });
}

nlohmann::json vit_step() {
  constexpr std::int64_t images = 64;
  Rng rng(5);
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
  const Tokens digits = random_ids(rng, images, 1, 10).reshape({images});
  return time_steps(model.parameters(), 10, images * 17, [&] { return cross_entropy(model(drawn), digits); });
}

}  // namespace

nlohmann::json model_step(const std::string& name) {
  for (const GptConfiguration& c : gpt_configurations) {
    if (name == c.name) return gpt_step(c);
  }
  if (name == "lstm") return lstm_step();
  if (name == "vit") return vit_step();
  return {};
}

nlohmann::json sample_gpt(std::int64_t batch) {
  constexpr std::int64_t prompt = 16, length = 64;
  const GptConfiguration& c = gpt_configurations[1];
  const Gpt model = make_gpt(c);
  model.eval();
  Rng rng(3);
  const Tokens begin = random_ids(rng, batch, prompt, c.vocab);
  // no token ends a text: all have the same length
  const SamplingOptions options{
      .temperature = 0.8, .top_k = 40, .decoding = {.max_length = length, .bos = -1, .eos = -1, .pad = -1}};
  const double ms = median(repeat(batch == 1 ? 9 : 3, [&] { sample(model, begin, options); }));
  return {{"ms", ms}, {"tokens_per_second", static_cast<double>(batch * length) / ms * 1e3}};
}

nlohmann::json measure_sgemm() {
  constexpr std::int64_t n = 2048;
  Rng rng(1);
  const Array a = rng.normal({n, n}), b = rng.normal({n, n});
  const double ms = median(repeat(5, [&] { gemm(a, b); }));
  return {{"ms", ms}, {"gflops", 2.0 * n * n * n / ms / 1e6}};
}

nlohmann::json measure_engine() {
  constexpr int ops = 20'000;
  const Array one = Array::ones({1});
  const Variable constant(one);
  const double bare = median(repeat(9, [&] {  // the same arithmetic, forward and backward, with no graph
    Array x = one;
    for (int i = 0; i < 2 * ops; ++i) x = -x;
  }));
  const double recorded = median(repeat(9, [&] {
    Variable x = Variable::parameter(one);
    for (int i = 0; i < ops; ++i) x = -x;
    x.backward();
  }));
  return {{"ns_an_op", (recorded - bare) * 1e6 / ops}};
}

}  // namespace heed
