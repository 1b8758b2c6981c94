// The measurements of `heed bench`, one by one.
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <functional>
#include <optional>
#include <sstream>

#include "autograd/no_grad.hpp"
#include "autograd/op_profile.hpp"
#include "autograd/ops.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "lib/core/seconds.hpp"
#include "lib/score/ratio_interval.hpp"
#include "models/gpt.hpp"
#include "models/transformer.hpp"
#include "nn/optimizer.hpp"
#include "nn/recurrent.hpp"
#include "tools/measure/bench.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#if defined(__APPLE__)  // in bytes there
  usage.ru_maxrss /= 1024;
#endif
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The median of the milliseconds of `count` calls, after one that warms up.
double median_ms(int count, const auto& work) {
  work();
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(seconds_since(start) * 1e3);
  }
  return median(times);
}

Json with_speed(double ms, std::int64_t tokens) {
  return {{"ms", ms}, {"tokens_per_second", static_cast<double>(tokens) / ms * 1e3}};
}

/// Random ids, none of which is padding but the last `padding` of each row.
Tokens random_tokens(Rng& rng, std::int64_t rows, std::int64_t length, std::int64_t vocab,
                     std::int64_t padding = 0) {
  std::vector<std::int32_t> ids;
  for (std::int64_t i = 0; i < rows * length; ++i)
    ids.push_back(i % length < length - padding ? static_cast<std::int32_t>(1 + rng.integer(vocab - 1)) : 0);
  return {{rows, length}, std::move(ids)};
}

struct BenchConfiguration {
  const char* name;
  std::int64_t d_model, heads, ff, layers, vocab;  // layers of the encoder, and as many of the decoder
  std::int64_t batch, length;                      // sentences, and tokens of each on both sides
  int steps;                                       // that one measurement takes

  /// Floating-point operations of one training step: 6 for each parameter of a product and each token (2
  /// forward, 4 backward), and the products of attention, 12 B T² d for each of the 3·layers attentions.
  double step_flops() const {
    const std::int64_t parameters = layers * (12 * d_model * d_model + 4 * d_model * ff) + d_model * vocab;
    return 6 * static_cast<double>(parameters * batch * length) +
           static_cast<double>(12 * 3 * layers * batch * length * length * d_model);
  }
};

constexpr std::array bench_configurations{BenchConfiguration{"toy", 64, 4, 256, 2, 64, 64, 16, 40},
                                          BenchConfiguration{"small", 128, 8, 512, 2, 1000, 64, 24, 15},
                                          BenchConfiguration{"medium", 256, 8, 1024, 3, 8000, 64, 24, 5},
                                          BenchConfiguration{"base", 512, 8, 2048, 6, 8000, 32, 32, 3}};

const BenchConfiguration& bench_configuration(const std::string& name) {
  for (const BenchConfiguration& c : bench_configurations)
    if (name == c.name) return c;
  throw_error<UsageError>("there is no configuration '{}': toy, small, medium or base", name);
}

Transformer make_transformer(const BenchConfiguration& c, double dropout) {
  Rng rng(1);
  return {{.source_vocab = c.vocab,
           .target_vocab = c.vocab,
           .encoder_layers = c.layers,
           .decoder_layers = c.layers,
           .layer = {.d_model = c.d_model, .heads = c.heads, .dim_feedforward = c.ff, .dropout = dropout}},
          rng};
}

/// An optimiser step of a model, which computes its loss anew, and tells a profile what is no op.
using TrainingStep = std::function<void(OpProfile* profile)>;

TrainingStep training_step(const Module& model, const AdamOptions& options, std::function<Variable()> loss,
                           std::optional<double> clip = {}) {
  TrainingStep step = [=, adam = std::make_shared<Adam>(model.parameters(), options)](OpProfile* profile) {
    if (profile != nullptr) profile->skip();
    adam->zero_grad();
    loss().backward();
    if (clip) clip_grad_norm(adam->parameters(), *clip);
    if (profile != nullptr) profile->charge("gradient clipping");
    adam->step();
    if (profile != nullptr) profile->charge("Adam");
  };
  step(nullptr);  // the second step allocates nothing new: two warm up
  return step;
}

Json speed_of(const TrainingStep& step, int steps, std::int64_t tokens) {
  return with_speed(median_ms(steps, [&] { step(nullptr); }), tokens);
}

TrainingStep transformer_step(const BenchConfiguration& c) {
  const Transformer model = make_transformer(c, 0.1);
  Rng rng(2);
  const Tokens source = random_tokens(rng, c.batch, c.length, c.vocab, 2),
               input = random_tokens(rng, c.batch, c.length, c.vocab),
               label = random_tokens(rng, c.batch, c.length, c.vocab);
  const auto loss = [=] {
    return cross_entropy(model(source, input), label, {.ignore_index = 0, .label_smoothing = 0.1});
  };
  return training_step(model, {.lr = 1e-4, .beta2 = 0.98, .eps = 1e-9}, loss, 1.0);
}

Json measure_step(const BenchConfiguration& c) {
  Json result = speed_of(transformer_step(c), c.steps, c.batch * c.length);
  result["gflops"] = c.step_flops() / result.at("ms").get<double>() / 1e6;
  return result;
}

/// The step of a GPT of d_model 256, or of an LSTM(256, 256) whose loss is the sum of its outputs.
Json measure_model(const std::string& name) {
  Rng rng(1);
  if (name == "lstm") {
    const LSTM model(256, 256, rng);
    const Variable x(rng.normal({32, 64, 256}));
    return speed_of(training_step(model, {.lr = 1e-4}, [&] { return sum(model(x).output); }), 10, 32 * 64);
  }
  if (name != "gpt256") return {};
  const std::int64_t batch = 16, length = 128, vocabulary = 1024;
  const Gpt model({.vocabulary = vocabulary,
                   .max_length = length,
                   .d_model = 256,
                   .heads = 8,
                   .layers = 4,
                   .dim_feedforward = 1024,
                   .dropout = 0},
                  rng);
  const Tokens input = random_tokens(rng, batch, length, vocabulary),
               label = random_tokens(rng, batch, length, vocabulary);
  return speed_of(training_step(model, {.lr = 1e-4}, [&] { return cross_entropy(model(input), label); }), 8,
                  batch * length);
}

Json measure_profile(const BenchConfiguration& c) {
  const TrainingStep step = transformer_step(c);
  step(nullptr);
  OpProfile profile;
  for (int i = 0; i < c.steps; ++i) step(&profile);
  Json ops = Json::array();
  for (const OpTime& t : profile.times())
    ops.push_back({{"op", t.op},
                   {"calls", t.calls / c.steps},
                   {"forward_ms", t.forward * 1e3 / c.steps},
                   {"backward_ms", t.backward * 1e3 / c.steps}});
  return {{"ops", ops}};
}

Json measure_causal_attention(std::int64_t length) {
  Rng rng(1);
  const auto leaf = [&] { return Variable::parameter(rng.normal({1, 8, length, 64})); };
  const Variable query = leaf(), key = leaf(), value = leaf();
  const Array ones = Array::ones(query.shape());
  const double before = peak_mib();
  const double ms = median_ms(length >= 8192 ? 1 : 3, [&] {
    scaled_dot_product_attention(query, key, value, {.mask = Mask::causal()}).backward({.gradient = ones});
    for (const Variable& v : {query, key, value}) Variable(v).zero_grad();
  });
  return {{"ms", ms}, {"extra_mib", peak_mib() - before}};
}

Json measure_decoding(const BenchConfiguration& c, std::int64_t batch) {
  constexpr std::int64_t length = 64;
  const Transformer model = make_transformer(c, 0);
  model.eval();
  const NoGrad no_grad;
  Rng rng(3);
  const Tokens source = random_tokens(rng, batch, c.length, c.vocab);
  const double ms = median_ms(batch == 1 ? 9 : 3, [&] {
    DecodingState state = model.begin(source, length);
    std::vector<std::int32_t> next(static_cast<std::size_t>(batch), 1);
    for (std::int64_t t = 0; t < length; ++t)
      next = argmax_rows(model.extend(Tokens({batch, 1}, next), state).value().reshape({batch, -1}));
  });
  return with_speed(ms, batch * length);
}

Json measure_sgemm() {
  constexpr std::int64_t n = 2048;
  Rng rng(1);
  const Array a = rng.normal({n, n}), b = rng.normal({n, n});
  const double ms = median_ms(5, [&] { gemm(a, b); });
  return {{"ms", ms}, {"gflops", 2.0 * n * n * n / ms / 1e6}};
}

}  // namespace

nlohmann::json run_bench_task(const std::string& task) {
  std::istringstream words(task);
  std::string kind, of, model;  // "decode", "1", "toy"
  std::getline(words, kind, ':');
  std::getline(words, of, kind == "decode" ? ':' : '\n');
  const bool names_model = kind == "decode" && std::getline(words, model);
  const auto number = [&] {
    std::int64_t value = 0;
    if (!read_number(of, value) || value < 1 || value > 999'999)
      throw_error<UsageError>("'{}' is no number in the task '{}'", of, task);
    return value;
  };
  Json result;
  if (kind == "sgemm")
    result = measure_sgemm();
  else if (kind == "train")
    result = measure_step(bench_configuration(of));
  else if (kind == "step")
    result = measure_model(of);
  else if (kind == "profile")
    result = measure_profile(bench_configuration(of));
  else if (kind == "attention")
    result = measure_causal_attention(number());
  else if (kind == "decode")
    result = measure_decoding(bench_configuration(names_model ? model : "medium"), number());
  if (result.is_null())
    throw_error<UsageError>(
        "there is no measurement '{}': sgemm, train:NAME, profile:NAME (toy, small, medium, base), "
        "step:gpt256, step:lstm, attention:TOKENS, decode:BATCH[:NAME]",
        task);
  result["task"] = task;
  result["threads"] = threads();
  result["peak_mib"] = peak_mib();
  return result;
}

}  // namespace heed
