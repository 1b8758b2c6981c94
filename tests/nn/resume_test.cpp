// A training that was cut and goes on is, to the bit, the one that was never cut.
#include <cmath>
#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

/// All that a person could see of a training's end.
struct End {
  StateDict weights, last_weights, optimizer;
  std::vector<std::vector<double>> epochs;
  std::int64_t best_epoch = 0;
};

bool same(const End& a, const End& b) {
  return heed::testing::same(a.weights, b.weights) && heed::testing::same(a.last_weights, b.last_weights) &&
         heed::testing::same(a.optimizer, b.optimizer) && a.epochs == b.epochs &&
         a.best_epoch == b.best_epoch;
}

struct Run {
  std::int64_t accumulate = 1;
  double dropout = 0.2;
  bool sgd = false;
  std::int64_t patience = 0;
  bool other_examples = false;  // in each epoch
  EpochAverage average{};

  /// 10 steps an epoch, 5 epochs. Cut after `until` steps (0: not at all), the state comes back.
  std::optional<End> operator()(std::int64_t until, std::optional<TrainingState>& state,
                                std::int64_t epochs = 5) const {
    TransformerOptions size = small();
    size.decoder_layers = 1;
    size.layer.dropout = dropout;
    Rng rng(3);
    const Transformer model(size, rng);
    Adam adam(model.parameters(), {.beta2 = 0.98});
    Sgd momentum(model.parameters(), {.momentum = 0.9});
    Optimizer& optimizer = sgd ? static_cast<Optimizer&>(momentum) : adam;
    std::int64_t step = 0;
    TrainingOptions options{.epochs = epochs, .accumulate = accumulate, .patience = patience, .seed = 5};
    options.average = average;
    options.schedule = cosine_schedule(0.02, 5, 50);
    // The best epoch is neither the first nor the last one.
    options.score = [&] { return std::floor(10 * std::sin(static_cast<double>(step) / 10)); };
    options.on_step = [&](const StepReport& r) { step = r.step; };
    options.should_stop = [&] { return step == until; };
    std::optional<TrainingState> kept;
    options.checkpoint = [&](const TrainingState& s) { kept = s; };
    if (state) step = state->step;
    NextTokenOptions next{.batches = {.sentences = 1, .seed = 4}, .label_smoothing = 0.1};
    if (other_examples)
      next.examples_of = [](std::uint64_t epoch) { return random_examples(10, 20 + epoch); };
    const TrainingTask task = seq2seq_task(
        model, random_examples(10 * static_cast<std::size_t>(accumulate), 6), random_examples(6, 7), next);
    const TrainingResult result = train(task, optimizer, options, std::exchange(state, std::nullopt));
    state = std::move(kept);
    if (result.interrupted) return std::nullopt;
    End end{model.state_dict(), result.last_weights, optimizer.state_dict(), {}, result.best_epoch};
    for (const EpochReport& e : result.epochs) {
      end.epochs.push_back({static_cast<double>(e.epoch), e.train_loss, e.valid_loss,
                            e.valid_score.value_or(-1), e.best ? 1.0 : 0.0});
    }
    return end;
  }

  End whole() const {
    std::optional<TrainingState> none;
    return (*this)(0, none).value();
  }
};

/// Through a file, as another process would have it.
std::optional<TrainingState> through_file(const TrainingState& state) {
  const Scratch scratch;
  write_training_state(scratch / "state.safetensors", state, {{"run", "5"}});
  SavedTraining saved = read_training_state(scratch / "state.safetensors");
  CHECK(saved.metadata.at("run") == "5");
  return std::move(saved.state);
}

}  // namespace

TEST_CASE("ending at any step of 50 and going on gives the same bytes as no interruption", "[resume]") {
  const Run run;
  const End whole = run.whole();
  REQUIRE(whole.epochs.size() == 5);
  REQUIRE((whole.best_epoch > 1 && whole.best_epoch < 5));
  for (std::int64_t step = 1; step < 50; ++step) {
    INFO("cut after step " << step);
    std::optional<TrainingState> state;
    REQUIRE_FALSE(run(step, state));
    REQUIRE(state);
    CHECK(state->step == step);
    if (step % 7 == 0) state = through_file(*state);
    const std::optional<End> end = run(0, state);
    REQUIRE(end);
    CHECK(same(*end, whole));
  }
}

TEST_CASE("cut after every step, with accumulation, SGD, and other numbers of threads, it is the same",
          "[resume][threads]") {
  const int before = threads();
  for (const Run& run : {Run{.accumulate = 2}, Run{.sgd = true}, Run{.other_examples = true},
                         Run{.average = EpochAverage::parse("best:2")}}) {
    const End whole = run.whole();
    std::optional<TrainingState> state;
    for (std::int64_t step = 1; step < 50; step += run.accumulate == 2 ? 1 : 7) {
      set_threads(1 + static_cast<int>(step % 3));
      REQUIRE_FALSE(run(step, state));
      state = through_file(*state);
    }
    const std::optional<End> end = run(0, state);
    set_threads(before);
    REQUIRE(end);
    CHECK(same(*end, whole));
  }
}

TEST_CASE("a state of the end of an epoch ends as the training did, or goes on with more epochs",
          "[resume]") {
  // With patience: a training killed between its last epoch and its end must not train on.
  const Run patient{.patience = 1};
  std::optional<TrainingState> state;
  const End whole = patient(0, state).value();
  REQUIRE(whole.epochs.size() < 5);
  REQUIRE(state);
  state = through_file(*state);
  CHECK(same(patient(0, state).value(), whole));

  const Run run;  // whose schedule does not know the end
  state.reset();
  run(0, state, 3);
  REQUIRE(state);
  CHECK(same(run(0, state, 5).value(), run.whole()));
}

TEST_CASE("a state is kept after so many steps, each epoch, and so many seconds", "[resume]") {
  Rng rng(3);
  const Transformer model(small(), rng);
  const TrainingTask task = seq2seq_task(model, random_examples(10, 6), {}, {.batches = {.sentences = 1}});
  const auto kept = [&](std::int64_t every_steps, double every_seconds) {
    Adam optimizer(model.parameters());
    std::vector<std::int64_t> steps;
    TrainingOptions options{
        .epochs = 2, .checkpoint_steps = every_steps, .checkpoint_seconds = every_seconds};
    options.checkpoint = [&](const TrainingState& s) { steps.push_back(s.step); };
    train(task, optimizer, options);
    return steps;
  };
  CHECK(kept(0, 0) == std::vector<std::int64_t>{10, 20});
  CHECK(kept(4, 0) == std::vector<std::int64_t>{4, 8, 10, 14, 18, 20});
  CHECK(kept(0, 1e-9).size() == 22);  // after each step and each epoch
}

TEST_CASE("numbers that are none, or not finite, come back from a file as they were", "[resume]") {
  constexpr double infinite = std::numeric_limits<double>::infinity(),
                   none = std::numeric_limits<double>::quiet_NaN();
  TrainingState state;
  state.loss_sum = none;
  state.untrained_loss = infinite;
  state.epochs = {{.epoch = 1, .train_loss = none, .valid_loss = -infinite, .valid_score = none},
                  {.epoch = 2, .train_loss = 0.1}};
  const Scratch scratch;
  write_training_state(scratch / "state", state);
  const TrainingState read = read_training_state(scratch / "state").state;
  REQUIRE(read.epochs.size() == 2);
  for (const double kept : {read.loss_sum, read.epochs[0].train_loss, read.epochs[0].valid_score.value()})
    CHECK(std::isnan(kept));
  CHECK(read.untrained_loss == infinite);
  CHECK(read.epochs[0].valid_loss == -infinite);
  CHECK(read.epochs[1].train_loss == 0.1);
  CHECK_FALSE(read.epochs[1].valid_score.has_value());
}

TEST_CASE("a state that does not fit, or is none, is refused", "[resume]") {
  const Run run;
  std::optional<TrainingState> state;
  REQUIRE_FALSE(run(13, state));
  const TrainingState good = *state;
  const auto refused = [&](auto spoil, const std::string& message) {
    std::optional<TrainingState> bad = good;
    spoil(*bad);
    CHECK_THROWS_WITH(run(0, bad), Catch::Contains(message));
  };
  refused([](TrainingState& s) { s.batch = 99; }, "batch 99 of an epoch of 10");
  refused([](TrainingState& s) { s.best_epoch = 9; }, "best epoch 9");
  refused([](TrainingState& s) { s.weights.pop_back(); }, "missing: ");
  refused([](TrainingState& s) { s.optimizer.pop_back(); }, ".exp_avg_sq is missing");
  refused([](TrainingState& s) { s.optimizer.emplace_back("0.momentum_buffer", Array::scalar(1)); },
          "no place for 0.momentum_buffer");
  refused([](TrainingState& s) { s.optimizer[1].second = Array::scalar(1); }, "0.exp_avg is ()");
  refused([](TrainingState& s) { s.optimizer[0].second = Array::scalar(Scalar(0.5)); }, "0.step is 0.5");

  const Scratch scratch;
  const std::filesystem::path file = scratch / "state.safetensors";
  for (const Metadata& none :
       {Metadata{}, Metadata{{"heed.training_state", "{\"version\": 2, \"step\": true}"}}}) {
    save_checkpoint(file, good.weights, none);
    CHECK_THROWS_AS(read_training_state(file), FormatError);
  }
  save_checkpoint(file, good.weights, {{"heed.training_state", "{\"version\": 1}"}});
  CHECK_THROWS_AS(read_training_state(file), VersionError);
}
