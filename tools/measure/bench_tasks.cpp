#include "tools/measure/bench_tasks.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "autograd/no_grad.hpp"
#include "autograd/op_profile.hpp"
#include "autograd/ops.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/random.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "models/transformer.hpp"
#include "nn/clip_grad_norm.hpp"
#include "nn/optimizer.hpp"
#include "tools/training/machine.hpp"

namespace heed {

const BenchConfiguration& bench_configuration(const std::string& name) {
  for (const BenchConfiguration& c : bench_configurations) {
    if (name == c.name) return c;
  }
  throw_error<UsageError>("there is no configuration '{}': toy, small, medium or base", name);
}

namespace {

std::int64_t number_in(const std::string& text, const std::string& task) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos ||
      std::stoll(text) < 1)
    throw_error<UsageError>("'{}' is no number in the task '{}'", text, task);
  return static_cast<std::int64_t>(std::stoll(text));
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#if defined(__APPLE__)  // in bytes there
  usage.ru_maxrss /= 1024;
#endif
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

Transformer make_model(const BenchConfiguration& c, double dropout) {
  Rng rng(1);
  return {{.source_vocab = c.vocab,
           .target_vocab = c.vocab,
           .encoder_layers = c.layers,
           .decoder_layers = c.layers,
           .layer = {.d_model = c.d_model, .heads = c.heads, .dim_feedforward = c.ff, .dropout = dropout}},
          rng};
}

/// Random ids, none of which is padding but the last `padding` of each row.
Tokens random_tokens(Rng& rng, std::int64_t rows, std::int64_t length, std::int64_t vocab,
                     std::int64_t padding) {
  std::vector<std::int32_t> ids;
  for (std::int64_t i = 0; i < rows * length; ++i)
    ids.push_back(i % length < length - padding ? static_cast<std::int32_t>(1 + rng.integer(vocab - 1)) : 0);
  return {{rows, length}, std::move(ids)};
}

/// A model, its optimiser and a batch.
class TrainingStep {
 public:
  explicit TrainingStep(const BenchConfiguration& c)
      : model_(make_model(c, 0.1)),
        parameters_(model_.parameters()),
        adam_(parameters_, {.lr = 1e-4, .beta2 = 0.98, .eps = 1e-9}) {
    Rng rng(2);
    source_ = random_tokens(rng, c.batch, c.length, c.vocab, 2);
    input_ = random_tokens(rng, c.batch, c.length, c.vocab, 0);
    label_ = random_tokens(rng, c.batch, c.length, c.vocab, 0);
  }

  void operator()(OpProfile* profile = nullptr) {
    if (profile != nullptr) profile->skip();
    adam_.zero_grad();
    const Variable loss =
        cross_entropy(model_(source_, input_), label_, {.ignore_index = 0, .label_smoothing = 0.1});
    loss.backward();
    clip_grad_norm(parameters_, 1);
    if (profile != nullptr) profile->charge("gradient clipping");
    adam_.step();
    if (profile != nullptr) profile->charge("Adam");
  }

 private:
  Transformer model_;
  std::vector<Variable> parameters_;
  Adam adam_;
  Tokens source_, input_, label_;
};

nlohmann::json train(const BenchConfiguration& c) {
  TrainingStep step(c);
  step();  // the second step allocates nothing new: with repeat's own, two that warm up
  const double ms = median(repeat(c.steps, [&] { step(); }));
  return {{"ms", ms},
          {"tokens_per_second", static_cast<double>(c.tokens()) / ms * 1e3},
          {"gflops", c.step_flops() / ms / 1e6}};
}

nlohmann::json profile(const BenchConfiguration& c) {
  TrainingStep step(c);
  step();
  step();
  OpProfile profile;
  for (int i = 0; i < c.steps; ++i) step(&profile);
  nlohmann::json ops = nlohmann::json::array();
  for (const OpTime& t : profile.times()) {
    ops.push_back({{"op", t.op},
                   {"calls", t.calls / c.steps},
                   {"forward_ms", t.forward * 1e3 / c.steps},
                   {"backward_ms", t.backward * 1e3 / c.steps}});
  }
  return {{"ops", ops}};
}

nlohmann::json attention(std::int64_t length) {
  constexpr std::int64_t heads = 8, dim = 64;
  Rng rng(1);
  const auto leaf = [&] { return Variable::parameter(rng.normal({1, heads, length, dim})); };
  const Variable query = leaf(), key = leaf(), value = leaf();
  const Array ones = Array::ones(query.shape());
  const double before = peak_mib();
  const double ms = median(repeat(length >= 8192 ? 1 : 3, [&] {
    scaled_dot_product_attention(query, key, value, {.mask = Mask::causal()}).backward({.gradient = ones});
    for (const Variable& v : {query, key, value}) Variable(v).zero_grad();
  }));
  return {{"ms", ms}, {"extra_mib", peak_mib() - before}};
}

nlohmann::json decode(const BenchConfiguration& c, std::int64_t batch) {
  constexpr std::int64_t length = 64;
  const Transformer model = make_model(c, 0);
  model.eval();
  const double weight_bytes = static_cast<double>(model.parameter_count()) * sizeof(Scalar);
  const NoGrad no_grad;
  Rng rng(3);
  const Tokens source = random_tokens(rng, batch, c.length, c.vocab, 0);
  const int repeats = batch == 1 ? 9 : 3;
  std::vector<double> all, first, last;
  for (int r = 0; r <= repeats; ++r) {
    const auto start = Clock::now();
    DecodingState state = model.begin(source, length);
    std::vector<double> steps;
    std::vector<std::int32_t> next(static_cast<std::size_t>(batch), 1);
    for (std::int64_t t = 0; t < length; ++t) {
      const auto began = Clock::now();
      const Variable logits = model.extend(Tokens({batch, 1}, next), state);
      next = argmax_rows(logits.value().reshape({batch, -1}));
      steps.push_back(milliseconds_since(began));
    }
    if (r == 0) continue;  // warms up
    all.push_back(milliseconds_since(start));
    // Eight neighbours each: a single token of a fraction of a millisecond is at the mercy of the clock.
    first.push_back(median({steps.begin(), steps.begin() + 8}));
    last.push_back(median({steps.end() - 8, steps.end()}));
  }
  const double ms = median(all);
  return {{"ms", ms},
          {"tokens_per_second", static_cast<double>(batch * length) / ms * 1e3},
          {"weights_mib", weight_bytes / (1 << 20)},
          {"first_token_ms", median(first)},
          {"last_token_ms", median(last)},
          {"last_to_first", median(last) / median(first)}};
}

/// BATCH[:NAME]
nlohmann::json decode(const std::string& task, const std::string& what) {
  const std::size_t colon = what.find(':');
  const std::int64_t batch = number_in(what.substr(0, colon), task);
  return decode(bench_configuration(colon == std::string::npos ? "medium" : what.substr(colon + 1)), batch);
}

}  // namespace

nlohmann::json run_bench_task(const std::string& task) {
  const std::string kind = task.substr(0, task.find(':'));
  const std::string rest = kind.size() == task.size() ? "" : task.substr(kind.size() + 1);
  const auto number = [&] { return number_in(rest, task); };
  nlohmann::json result = kind == "machine"     ? describe_machine()
                          : kind == "sgemm"     ? measure_sgemm()
                          : kind == "train"     ? train(bench_configuration(rest))
                          : kind == "profile"   ? profile(bench_configuration(rest))
                          : kind == "attention" ? attention(number())
                          : kind == "decode"    ? decode(task, rest)
                          : kind == "step"      ? model_step(rest)
                          : kind == "sample"    ? sample_gpt(number())
                          : kind == "engine"    ? measure_engine()
                                                : nlohmann::json();
  if (result.is_null())
    throw_error<UsageError>(
        "there is no measurement '{}': machine, sgemm, engine, train:NAME, profile:NAME (toy, small, medium, "
        "base), "
        "step:NAME (gpt128, gpt256, gpt512, lstm, vit), attention:TOKENS, decode:BATCH[:NAME], "
        "sample:BATCH",
        task);
  result["task"] = task;
  result["threads"] = threads();
  result["peak_mib"] = peak_mib();
  return result;
}

}  // namespace heed
