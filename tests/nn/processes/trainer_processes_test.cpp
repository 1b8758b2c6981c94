// Training by several processes: the same bytes for any number of them, and what happens when one fails.
#include <atomic>
#include <optional>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"
#include "tests/nn/processes/fake_processes.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

struct Trained {
  StateDict weights;
  std::vector<EpochReport> epochs;
  std::vector<double> losses;
  TrainingState last;
  bool interrupted = false;
};

struct Course {
  int shards = 6;
  std::int64_t epochs = 2, accumulate = 2;
  std::int64_t stop_after = 0;  // steps; asked for by the last process alone
  std::optional<TrainingState> from{};
};

/// Returns what the first process has when `world` of them have trained; throws if another's weights differ.
Trained train_with(int world, const Course& plan) {
  Trained result;
  FakeProcesses::run(world, [&](Communicator& processes) {
    Rng rng(3);
    TransformerOptions model_options = small();
    model_options.layer.dropout = 0.2;
    const Transformer model(model_options, rng);
    Adam optimizer(model.parameters(), {.lr = 0.01});
    TrainingOptions options{.epochs = plan.epochs,
                            .accumulate = plan.accumulate,
                            .schedule = constant_schedule(0.01),
                            .seed = 5,
                            .shards = plan.shards,
                            .processes = &processes};
    Trained mine;
    std::int64_t asked = 0;
    options.should_stop = [&] {
      return processes.rank() + 1 == processes.size() && plan.stop_after > 0 && ++asked >= plan.stop_after;
    };
    options.on_step = [&](const StepReport& r) { mine.losses.push_back(r.loss); };
    options.on_epoch = [&](const EpochReport& r) { mine.epochs.push_back(r); };
    options.checkpoint = [&](const TrainingState& state) { mine.last = state; };
    options.score = [&] {
      if (processes.rank() != 0) throw_error<Error>("validation is for process 0");
      return 1.0;
    };
    // 23 sentences, 7 to a batch: the last one has 2, so that most shards are empty.
    const TrainingTask task = seq2seq_task(model, random_examples(23, 6), random_examples(5, 7),
                                           {.batches = {.sentences = 7}, .label_smoothing = 0.1});
    const TrainingResult ended = train(task, optimizer, options, plan.from);
    mine.interrupted = ended.interrupted;
    check_agreement(processes, "at the end", {{"weights", hash_of(model.state_dict())}});
    mine.weights = model.state_dict();
    if (processes.rank() == 0) result = mine;
  });
  return result;
}

}  // namespace

TEST_CASE("1, 2, 3 and 6 processes train the same model, to the bit", "[threads]") {
  const Trained one = train_with(1, {});
  REQUIRE(one.losses.size() == 4);
  for (const int world : {2, 3, 6}) {
    CAPTURE(world);
    const Trained several = train_with(world, {});
    CHECK(same(several.weights, one.weights));
    CHECK(several.losses == one.losses);
    REQUIRE(several.epochs.size() == one.epochs.size());
    CHECK(several.epochs.back().valid_loss == one.epochs.back().valid_loss);
    CHECK(several.epochs.back().valid_score == 1.0);
  }
  // One shard is another order of adding up, and other random streams.
  CHECK_FALSE(same(train_with(1, {.shards = 1}).weights, one.weights));
}

TEST_CASE("a training of 2 processes goes on with 3, or 1, as if nothing had been", "[threads]") {
  const Trained whole = train_with(1, {.epochs = 3, .accumulate = 1});
  const Trained cut = train_with(2, {.epochs = 3, .accumulate = 1, .stop_after = 6});
  CHECK(cut.interrupted);
  CHECK(cut.last.step == 6);
  for (const int world : {1, 3})
    CHECK(same(train_with(world, {.epochs = 3, .accumulate = 1, .from = cut.last}).weights, whole.weights));
}

TEST_CASE("batch norm, whose running statistics would part, is refused at the start", "[threads]") {
  const auto train_norm = [](int world) {
    FakeProcesses::run(world, [&](Communicator& processes) {
      const BatchNorm2d model(2);
      const Variable x(Array({1, 2, 1, 2}, {1, 3, 5, 9}));
      const auto loss = [&](std::span<const std::size_t>) {
        return LossSum{1, [&] { return sum(model(x) * model(x)); }};
      };
      Adam optimizer(model.parameters());
      train({.model = model, .batches = shuffled_batches(2, 2), .loss = loss}, optimizer,
            {.epochs = 1, .shards = 2, .processes = &processes});
    });
  };
  CHECK_NOTHROW(train_norm(1));
  CHECK_THROWS_WITH(train_norm(2), Catch::Contains("has a buffer, 'running_mean'") &&
                                       Catch::Contains("train it with 1 process"));
}

TEST_CASE("a process that does not begin like the others is named", "[threads]") {
  for (const bool weights : {true, false}) {
    const auto differ = [&] {
      FakeProcesses::run(3, [&](Communicator& processes) {
        const bool odd = processes.rank() == 2;
        Rng rng(odd && weights ? 4 : 3);
        const Transformer model(small(), rng);
        Adam optimizer(model.parameters());
        TrainingOptions options{.epochs = 1, .shards = odd && !weights ? 6 : 3, .processes = &processes};
        train(seq2seq_task(model, random_examples(9, 6), {}), optimizer, options);
      });
    };
    CHECK_THROWS_WITH(differ(),
                      Catch::Contains("process 2 of 3 differs from process 0 at the start in " +
                                      std::string(weights ? "the weights" : "the shards of a step")));
  }
}

TEST_CASE("when a process fails the steps that all have done are kept", "[threads]") {
  std::atomic<std::int64_t> kept{-1};
  const auto fails = [&] {
    FakeProcesses::run(2, [&](Communicator& processes) {
      Rng rng(3);
      const Transformer model(small(), rng);
      Adam optimizer(model.parameters());
      int asked = 0;
      TrainingOptions options{.epochs = 1, .shards = 2, .processes = &processes};
      options.should_stop = [&]() -> bool {
        if (processes.rank() == 1 && ++asked == 3) throw Error("out of paper");
        return false;
      };
      options.checkpoint = [&](const TrainingState& state) { kept = state.step; };
      train(seq2seq_task(model, random_examples(20, 6), {}, {.batches = {.sentences = 4}}), optimizer,
            options);
    });
  };
  CHECK_THROWS_WITH(fails(), "out of paper");
  CHECK(kept == 2);
}

TEST_CASE("a step without target tokens is one for all processes", "[threads]") {
  const auto weights_by = [](int world) {
    StateDict weights;
    FakeProcesses::run(world, [&](Communicator& processes) {
      Rng rng(3);
      const Transformer model(small(), rng);
      Adam optimizer(model.parameters());
      TrainingTask task = seq2seq_task(model, random_examples(6, 6), {}, {.batches = {.sentences = 2}});
      int asked = 0;  // twice a step: the second of the three has nothing
      task.loss = [&, whole = task.loss](std::span<const std::size_t> examples) {
        return asked++ / 2 == 1 ? LossSum{0, [] { return Variable(); }} : whole(examples);
      };
      train(task, optimizer, {.epochs = 1, .shards = 2, .processes = &processes});
      if (processes.rank() == 0) weights = model.state_dict();
    });
    return weights;
  };
  CHECK(same(weights_by(2), weights_by(1)));
}

TEST_CASE("numbers of shards that cannot be") {
  Rng rng(3);
  const Transformer model(small(), rng);
  Adam optimizer(model.parameters());
  const TrainingTask task = seq2seq_task(model, random_examples(4, 6), {});
  CHECK_THROWS_AS(train(task, optimizer, {.shards = 0}), UsageError);
  CHECK_THROWS_WITH(train(task, optimizer, {.accumulate = 1000, .shards = 100}), Catch::Contains("65,536"));
  // More shards than sentences: the others are empty.
  CHECK(train(task, optimizer, {.epochs = 1, .shards = 64}).epochs.size() == 1);
}

TEST_CASE("each example is put into a batch once a step") {
  for (const int shards : {1, 3}) {
    Rng rng(3);
    const Transformer model(small(), rng);
    Adam optimizer(model.parameters());
    TrainingTask task = seq2seq_task(model, random_examples(20, 6), {}, {.batches = {.sentences = 7}});
    std::size_t examples = 0;
    task.loss = [&, loss = task.loss](std::span<const std::size_t> some) {
      examples += some.size();
      return loss(some);
    };
    train(task, optimizer, {.epochs = 2, .shards = shards});
    CHECK(examples == 40);
  }
}
