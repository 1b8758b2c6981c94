// The training loop.
#include "nn/trainer.hpp"

#include <cmath>
#include <limits>

#include "autograd/live_nodes.hpp"
#include "autograd/ops.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/error.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

/// Keeps the gradients of each step and changes nothing.
class Recorder : public Optimizer {
 public:
  explicit Recorder(const Module& model) : Optimizer(model.parameters(), 1) {}
  void step() override {
    std::vector<Array>& now = steps.emplace_back();
    for (const Variable& p : parameters_) now.push_back(p.grad());
  }
  std::vector<std::vector<Array>> steps;
};

double largest_difference(const std::vector<Array>& a, const std::vector<Array>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double scale = 1e-3;
    for (const Scalar g : a[i].values()) scale = std::max(scale, std::abs(static_cast<double>(g)));
    for (std::int64_t k = 0; k < a[i].size(); ++k)
      largest = std::max(largest, std::abs(static_cast<double>(a[i].data()[k] - b[i].data()[k])) / scale);
  }
  return largest;
}

/// -Σ log p of every token, sentence by sentence, in double.
double direct_loss(const Transformer& model, const std::vector<Example>& examples) {
  double sum = 0;
  std::size_t tokens = 0;
  for (const Example& e : examples) {
    const Hypothesis h{.tokens = e.target, .finished = true};
    sum -= log_probability(model, e.source, h);
    tokens += e.target.size() + 1;
  }
  return sum / static_cast<double>(tokens);
}

}  // namespace

TEST_CASE("batches: shifted targets, <eos>, padding, counted tokens, pieces of a text") {
  using Ids = std::vector<std::int32_t>;
  const auto ids = [](const Tokens& t) { return Ids(t.ids().begin(), t.ids().end()); };
  const std::vector<Example> examples{{{5, 6}, {7}}, {{8}, {9, 10, 11}}};
  const Batch batch = make_batch(examples, std::vector<std::size_t>{1, 0});
  CHECK(ids(batch.source) == Ids{8, 3, 0, 5, 6, 3});
  CHECK(ids(batch.target_in) == Ids{2, 9, 10, 11, 2, 7, 0, 0});
  CHECK(ids(batch.target_out) == Ids{9, 10, 11, 3, 7, 3, 0, 0});
  CHECK(batch.target_tokens == 6);
  CHECK(batch.source.shape() == Shape{2, 3});

  const std::vector<Example> pieces{{.source = {}, .target = {5, 6}, .ends = false},
                                    {.source = {}, .target = {7, 8}, .before = 6, .ends = false},
                                    {.source = {}, .target = {9}, .before = 8}};
  const Batch whole = make_batch(pieces, std::vector<std::size_t>{0, 1, 2});
  CHECK(ids(whole.target_in) == Ids{2, 5, 6, 7, 8, 9});
  CHECK(ids(whole.target_out) == Ids{5, 6, 7, 8, 9, 3});
  CHECK(whole.target_tokens == 6);
}

TEST_CASE("padding, bucketing and accumulation change the gradient of a step by rounding only") {
  Rng rng(1);
  const Transformer model(small(), rng);
  const std::vector<Example> examples = random_examples(12, 3);
  const auto run = [&](const BatchOptions& batches, std::int64_t accumulate) {
    Recorder recorder(model);
    std::vector<StepReport> reports;
    const TrainingOptions options{
        .epochs = 1, .accumulate = accumulate, .clip = 1e9, .on_step = [&](const StepReport& r) {
          reports.push_back(r);
        }};
    train(seq2seq_task(model, examples, {}, {.batches = batches, .label_smoothing = 0.1}), recorder, options);
    REQUIRE(recorder.steps.size() == 1);
    return std::pair(recorder.steps[0], reports.at(0));
  };
  const auto [whole, report] = run({.sentences = 12, .shuffle = false}, 1);
  std::int64_t tokens = 0;
  for (const Example& e : examples) tokens += static_cast<std::int64_t>(e.target.size()) + 1;
  CHECK(report.target_tokens == tokens);
  const double allowed = sizeof(Scalar) == 8 ? 1e-12 : 1e-5;
  const std::vector<std::pair<BatchOptions, std::int64_t>> ways{
      {{.sentences = 4, .shuffle = false}, 3}, {{.sentences = 1, .shuffle = false}, 12},
      {{.sentences = 5, .shuffle = false}, 3}, {{.sentences = 12, .seed = 5}, 1},
      {{.sentences = 3, .seed = 6}, 4},        {{.tokens = 20, .seed = 7}, 100}};
  for (const auto& [batches, accumulate] : ways) {
    const auto [gradients, other] = run(batches, accumulate);
    CHECK(largest_difference(whole, gradients) < allowed);
    CHECK(other.loss == Approx(report.loss).epsilon(allowed));
    CHECK(other.gradient_norm == Approx(report.gradient_norm).epsilon(allowed * 10));
    CHECK(other.target_tokens == tokens);
  }
}

TEST_CASE("the same seed gives the same bytes with one thread and with more, with dropout on", "[threads]") {
  const int before = threads();
  TransformerOptions size = small();
  size.layer.d_model = 64;
  size.layer.heads = 4;
  size.layer.dim_feedforward = 128;
  size.layer.dropout = 0.2;
  const std::vector<Example> examples = random_examples(192, 4), valid = random_examples(20, 5);
  const auto run = [&](int team, std::uint64_t seed) {
    set_threads(team);
    Rng rng(2);
    const Transformer model(size, rng);
    Adam optimizer(model.parameters());
    train(seq2seq_task(model, examples, valid, {.batches = {.sentences = 64}}), optimizer,
          {.epochs = 2, .schedule = noam_schedule(64, 5), .seed = seed});
    return model.state_dict();
  };
  const StateDict one = run(1, 3);
  CHECK(same(one, run(1, 3)));
  CHECK(same(one, run(2, 3)));
  CHECK(same(one, run(3, 3)));
  CHECK_FALSE(same(one, run(1, 4)));
  set_threads(before);
}

TEST_CASE("validation loss is that of a direct computation, whatever the batches") {
  Rng rng(4);
  const Transformer model(small(), rng);
  const std::vector<Example> examples = random_examples(37, 10);
  model.eval();
  const double expected = direct_loss(model, examples);
  const double allowed = sizeof(Scalar) == 8 ? 1e-12 : 1e-6;
  for (const std::size_t sentences : {1, 5, 37, 64})
    CHECK(evaluate_loss(model, examples, sentences) == Approx(expected).epsilon(allowed));
  CHECK(evaluate_loss(model, {}) == 0);

  // In training: with label smoothing and dropout on, the validation loss has neither.
  TransformerOptions dropping = small();
  dropping.layer.dropout = 0.3;
  const Transformer other(dropping, rng);
  Recorder still(other);
  const TrainingTask task = seq2seq_task(other, random_examples(8, 11), examples, {.label_smoothing = 0.2});
  const TrainingResult result = train(task, still, {.epochs = 1});
  CHECK(result.epochs.at(0).valid_loss == Approx(direct_loss(other, examples)).epsilon(allowed));
  CHECK(result.epochs.at(0).train_loss != Approx(result.epochs.at(0).valid_loss).epsilon(1e-3));
}

TEST_CASE("the training loss of an epoch is the mean over its tokens") {
  Rng rng(4);
  const Transformer model(small(), rng);
  const std::vector<Example> examples = random_examples(23, 12);
  Recorder still(model);
  TrainingOptions options;
  options.epochs = 1;
  std::vector<StepReport> steps;
  options.schedule = [](std::int64_t step) { return 0.5 / static_cast<double>(step); };
  options.on_step = [&](const StepReport& r) {
    steps.push_back(r);
    CHECK(still.learning_rate() == r.learning_rate);
  };
  const TrainingResult result =
      train(seq2seq_task(model, examples, {}, {.batches = {.sentences = 4}}), still, options);
  model.eval();
  CHECK(result.epochs.at(0).train_loss == Approx(direct_loss(model, examples)).epsilon(1e-6));
  REQUIRE(steps.size() == 6);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    CHECK(steps[i].step == static_cast<std::int64_t>(i) + 1);
    CHECK(steps[i].steps == 6);
    CHECK(steps[i].learning_rate == Approx(0.5 / static_cast<double>(i + 1)));
    CHECK(steps[i].gradient_norm > 0);
  }
}

TEST_CASE("dropout of attention and of the feed-forward network can be others than the rest's") {
  struct Row {
    double dropout, attention, activation;  // below 0: as the first
    double of_attention, of_activation;
  };
  for (const Row& row :
       {Row{0, -1, -1, 0, 0}, Row{0, 0.5, -1, 0.5, 0}, Row{0, -1, 0.5, 0, 0.5}, Row{0.5, 0.1, 0, 0.1, 0}}) {
    const LayerOptions options{.d_model = 8,
                               .heads = 2,
                               .dim_feedforward = 8,
                               .dropout = row.dropout,
                               .attention_dropout = row.attention,
                               .activation_dropout = row.activation};
    CHECK(options.of_attention().dropout == row.of_attention);
    CHECK(options.hidden_dropout() == row.of_activation);
    const bool moves = row.of_attention + row.of_activation > 0;
    Rng rng(1);
    const EncoderLayer layer(options, rng);
    const Variable x(rng.normal({1, 5, 8}, 0, 1));
    const Array first = layer(x, {}).value();
    CHECK(identical(layer(x, {}).value(), first) != moves);
  }
}

TEST_CASE("memory in use, its peak and the graph do not grow over 1,000 steps of training a Transformer") {
  Rng rng(1);
  TransformerOptions options = testing::tiny(7);
  options.layer.dropout = 0.1;
  const Transformer model(options, rng);
  Adam optimizer(model.parameters(), {.lr = 1e-3});
  const Tokens source({2, 4}, {3, 4, 5, 2, 6, 3, 2, 0}), target({2, 3}, {1, 3, 4, 1, 6, 0}),
      next({2, 3}, {3, 4, 2, 6, 2, 0});
  PoolStatistics early{};
  for (int step = 0; step < 1000; ++step) {
    const Trace trace(model, "*.pattern");
    model.seed_dropout(rng.fork(static_cast<std::uint64_t>(step)));
    const Variable logits = model(source, target);
    cross_entropy(logits, next, {.ignore_index = 0}).backward();
    clip_grad_norm(model.parameters(), 1);
    optimizer.step();
    optimizer.zero_grad();
    if (step == 10) pool_trim();  // the peak then counts from here
    if (step == 12) early = pool_statistics();
  }
  const PoolStatistics late = pool_statistics();
  CHECK(late.in_use <= early.in_use);
  CHECK(late.peak <= early.peak);
  CHECK(live_nodes() == static_cast<std::int64_t>(model.parameters().size()));  // the leaves
}
