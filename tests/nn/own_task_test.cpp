// A task that somebody writes by hand: what its loss may look at, the learning rate without a schedule, and
// what is refused.
#include <algorithm>
#include <cmath>
#include <set>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

namespace {

/// One weight, whose loss is weight * (number of the example), so that the gradient is known.
class Slope : public Module {
 public:
  Variable weight = parameter("weight", Array::ones({}));
};

Variable loss_of(const Slope& model, std::span<const std::size_t> examples) {
  double total = 0;
  for (const std::size_t i : examples) total += static_cast<double>(i);
  return model.weight * static_cast<Scalar>(total);
}

TrainingTask slope_task(const Slope& model, std::size_t count, std::size_t batch) {
  return {.model = model, .batches = shuffled_batches(count, batch), .loss = [=](auto examples) {
            // The span itself is kept, as whoever writes [=] does.
            return LossSum{std::ssize(examples), [=] { return loss_of(model, examples); }};
          }};
}

}  // namespace

TEST_CASE("the sum of a loss may look at its span of examples") {
  for (const int shards : {1, 4}) {
    CAPTURE(shards);
    const Slope model;
    Sgd optimizer(model.parameters(), {.lr = 0.5});
    std::vector<double> losses;
    // 6 batches of 2: 3 to a step.
    train(slope_task(model, 12, 2), optimizer,
          {.epochs = 2,
           .accumulate = 3,
           .clip = INFINITY,
           .shards = shards,
           .on_step = [&](const StepReport& s) { losses.push_back(s.gradient_norm); }});
    REQUIRE(losses.size() == 4);
    CHECK(losses[0] + losses[1] == Approx(66.0 / 6));  // Σ 0 … 11 over 6 examples a step
    CHECK(losses[2] + losses[3] == Approx(66.0 / 6));
  }
}

TEST_CASE("without a schedule the optimiser's own learning rate counts") {
  const Slope model;
  Sgd optimizer(model.parameters(), {.lr = 0.25});
  std::vector<double> rates;
  TrainingOptions options{.epochs = 1,
                          .on_step = [&](const StepReport& s) { rates.push_back(s.learning_rate); }};
  train(slope_task(model, 2, 2), optimizer, options);
  CHECK(rates == std::vector<double>{0.25});
  CHECK(model.weight.item() == Approx(1 - 0.25 * 0.5));
  options.schedule = constant_schedule(0.125);
  train(slope_task(model, 2, 2), optimizer, options);
  CHECK(rates.back() == 0.125);
  CHECK(model.weight.item() == Approx(1 - 0.25 * 0.5 - 0.125 * 0.5));
}

TEST_CASE("options and tasks that cannot be are refused before the first step") {
  const Slope model;
  Sgd optimizer(model.parameters(), {});
  const TrainingTask task = slope_task(model, 2, 1);
  const auto refused = [&](const TrainingTask& given, const TrainingOptions& options, const char* message) {
    CHECK_THAT(error_text<UsageError>([&] { train(given, optimizer, options); }), Catch::Contains(message));
  };
  for (const double clip : {0.0, -1.0, std::nan("")})
    refused(task, {.clip = clip}, "gradients clipped to a norm of");
  refused(task, {.processes = nullptr}, "TrainingOptions::processes is null");
  refused(task, {.epochs = 0}, "0 epochs");
  refused(task, {.accumulate = 0}, "accumulating 0 batches");
  refused({.model = model, .loss = task.loss}, {}, "TrainingTask::batches is empty");
  refused({.model = model, .batches = task.batches}, {}, "TrainingTask::loss is empty");
  CHECK_THROWS_WITH(train(slope_task(model, 0, 1), optimizer, {}), Catch::Contains("epoch 1 has no batches"));
  CHECK(model.weight.item() == 1);
}

TEST_CASE("a step without target tokens changes nothing, an epoch without any is refused") {
  const Slope model;
  Sgd optimizer(model.parameters(), {.lr = 0.5});
  TrainingTask task = slope_task(model, 4, 1);
  task.batches = [](std::uint64_t) { return std::vector<std::vector<std::size_t>>{{1}, {2}, {3}}; };
  std::set<std::size_t> without{2};  // the examples whose targets are all padding
  task.loss = [&, whole = task.loss](std::span<const std::size_t> examples) {
    if (without.contains(examples[0])) return LossSum{0, [] { return Variable(Array::scalar(0)); }};
    return whole(examples);
  };
  std::vector<Scalar> weights;
  std::vector<StepReport> steps;
  TrainingOptions options{.epochs = 1};
  options.on_step = [&](const StepReport& r) {
    steps.push_back(r);
    weights.push_back(model.weight.item());
  };
  const TrainingResult result = train(task, optimizer, options);
  REQUIRE(steps.size() == 3);
  CHECK(weights[1] == weights[0]);
  CHECK(weights[2] != weights[1]);
  CHECK(steps[1].target_tokens == 0);
  CHECK(steps[1].loss == 0);
  CHECK(result.epochs.at(0).train_loss == Approx((steps[0].loss + steps[2].loss) / 2));
  CHECK(result.epochs.at(0).valid_loss == result.epochs.at(0).train_loss);  // for want of another
  without = {1, 2, 3};
  CHECK_THROWS_WITH(train(task, optimizer, options), Catch::Contains("epoch 1 has no target tokens"));
}

TEST_CASE("a loss that is none is refused by name") {
  const Slope model;
  Sgd optimizer(model.parameters(), {});
  const auto weight = [&] { return model.weight; };
  for (const auto& [loss, message] : std::vector<std::pair<LossSum, const char*>>{
           {{1, {}}, "TrainingTask::loss gave a LossSum without its function sum"},
           {{-1, weight}, "TrainingTask::loss gave -1 tokens: must be at least 0"},
           {{1, [] { return Variable(Array::ones({3})); }}, "LossSum::sum gave a loss of shape (3,)"},
           {{1, [] { return Variable(); }}, "LossSum::sum gave no loss"}}) {
    const TrainingTask task{
        .model = model, .batches = shuffled_batches(2, 2), .loss = [given = loss](auto) { return given; }};
    CHECK_THAT(error_text<UsageError>([&] { train(task, optimizer, {.epochs = 1}); }),
               Catch::Contains(message));
  }
}

TEST_CASE("batches of equal examples: each once an epoch, another order each time") {
  const auto batches = shuffled_batches(10, 4, 3);
  std::vector<std::size_t> all;
  for (const auto& batch : batches(0)) all.insert(all.end(), batch.begin(), batch.end());
  CHECK(batches(0).size() == 3);
  CHECK(batches(0).back().size() == 2);
  CHECK(batches(0) == batches(0));
  CHECK(batches(0) != batches(1));
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < 10; ++i) CHECK(all.at(i) == i);
  CHECK(shuffled_batches(0, 4)(0).empty());
  CHECK_THROWS_AS(shuffled_batches(10, 0), UsageError);
  const std::int64_t fewer = -5;  // of a difference, say
  CHECK_THROWS_WITH(shuffled_batches(static_cast<std::size_t>(fewer), 1),
                    "batches of -5 examples: must not be negative");
  CHECK_THROWS_AS(shuffled_batches(10, static_cast<std::size_t>(fewer)), UsageError);
}

TEST_CASE("an optimiser of another model's parameters is refused, one of some of them is not") {
  Rng rng(3);
  const Linear model(2, 2, rng), other(2, 2, rng);
  const auto loss = [&](std::span<const std::size_t>) {
    return LossSum{2, [&] { return sum(model(Variable(Array::ones({1, 2})))); }};
  };
  const TrainingTask task{.model = model, .batches = shuffled_batches(2, 2), .loss = loss};
  Adam wrong(other.parameters());
  CHECK_THROWS_WITH(train(task, wrong, {.epochs = 1}),
                    Catch::Contains("the optimiser has a parameter 'weight' of shape (2, 2) that"));
  const Array frozen = model.weight.value();
  Adam few({model.bias});
  train(task, few, {.epochs = 1});
  CHECK(identical(model.weight.value(), frozen));
}
