// How training ends: the best epoch, patience, interruption, numbers that are not finite.
#include <cmath>
#include <limits>
#include <optional>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

/// A small model trained for as many epochs as there are scores, which these have.
TrainingResult train_with_scores(const std::vector<double>& scores, TrainingOptions options,
                                 const std::vector<Example>& valid) {
  Rng rng(3);
  const Transformer model(small(), rng);
  Adam optimizer(model.parameters());
  std::size_t at = 0;
  options.epochs = static_cast<std::int64_t>(scores.size());
  options.score = [&] { return scores.at(at++); };
  return train(seq2seq_task(model, random_examples(20, 8), valid, {.batches = {.sentences = 10}}), optimizer,
               options);
}

}  // namespace

TEST_CASE("the weights of the best epoch are restored") {
  Rng rng(3);
  const Transformer model(small(), rng);
  Adam optimizer(model.parameters());
  std::vector<double> scores{1, 5, 2, 4.5, 4};
  std::vector<StateDict> weights;
  std::vector<EpochReport> reports;
  TrainingOptions options;
  options.epochs = 5;
  options.score = [&] {
    CHECK_FALSE(model.training());
    CHECK_FALSE(grad_enabled());
    return scores.at(weights.size());
  };
  options.on_epoch = [&](const EpochReport& r) {
    reports.push_back(r);
    weights.push_back(model.state_dict());
  };
  const TrainingResult result =
      train(seq2seq_task(model, random_examples(20, 6), random_examples(5, 7), {.batches = {.sentences = 5}}),
            optimizer, options);
  CHECK(result.best_epoch == 2);
  CHECK_FALSE(result.interrupted);
  REQUIRE(weights.size() == 5);
  CHECK(same(model.state_dict(), weights[1]));
  CHECK_FALSE(same(weights[4], weights[1]));
  CHECK_FALSE(model.training());
  for (const Variable& p : model.parameters()) CHECK_FALSE(p.grad().defined());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    CHECK(reports[i].epoch == static_cast<std::int64_t>(i) + 1);
    CHECK(reports[i].epochs == 5);
    CHECK(reports[i].valid_score == scores[i]);
    CHECK(reports[i].best == (i < 2));
    CHECK(reports[i].tokens_per_second > 0);
  }
}

TEST_CASE("a loss that is not a number before the first step is no matter of the rate") {
  Rng rng(3);
  const Transformer model(small(), rng);
  Variable first = model.parameters().front();
  first.set_value(Array::full(first.shape(), std::numeric_limits<Scalar>::quiet_NaN()));
  Adam optimizer(model.parameters());
  CHECK_THROWS_WITH(
      train(seq2seq_task(model, random_examples(5, 6), {}, {.batches = {.sentences = 5}}), optimizer, {}),
      Catch::Contains("in step 1, before anything was learned") && !Catch::Contains("lower"));
}

TEST_CASE("without a score the best epoch is that of least validation loss") {
  Rng rng(3);
  const Transformer model(small(), rng);
  Adam optimizer(model.parameters());
  const std::vector<Example> valid = random_examples(10, 9);
  // Random targets: it soon learns by heart and gets worse.
  const TrainingResult result =
      train(seq2seq_task(model, random_examples(20, 8), valid, {.batches = {.sentences = 10}}), optimizer,
            {.epochs = 6, .schedule = constant_schedule(0.01)});
  double least = std::numeric_limits<double>::infinity();
  std::int64_t best = 0;
  for (const EpochReport& r : result.epochs) {
    if (r.valid_loss < least) best = r.epoch;
    least = std::min(least, r.valid_loss);
  }
  CHECK(result.best_epoch == best);
  CHECK(evaluate_loss(model, valid) == Approx(least).epsilon(1e-6));
}

TEST_CASE("of equal scores the lower validation loss decides, and of equal losses the earlier epoch") {
  const auto run = [](const std::vector<double>& scores, double rate, const std::vector<Example>& valid) {
    return train_with_scores(scores, {.schedule = constant_schedule(rate), .patience = 2}, valid);
  };
  // It is judged by what it learns by heart: the loss falls, and patience has nothing to end.
  const TrainingResult falling = run({0, 0, 0, 0, 0}, 0.002, {});
  for (std::size_t i = 1; i < falling.epochs.size(); ++i)
    REQUIRE(falling.epochs[i].valid_loss < falling.epochs[i - 1].valid_loss);
  CHECK(falling.best_epoch == 5);
  for (const EpochReport& r : falling.epochs) CHECK(r.best);
  CHECK(falling.last_weights.empty());

  CHECK(run({0, 1, 1, 0.5, 0.5}, 0.002, {}).best_epoch == 3);  // a better score counts more than a lower loss

  const std::vector<Example> unseen = random_examples(10, 9);  // at this rate it soon gets worse there
  const TrainingResult rising = run({7, 7, 7, 7, 7, 7, 7, 7}, 0.02, unseen);
  REQUIRE(rising.epochs.back().valid_loss > rising.epochs[rising.epochs.size() - 2].valid_loss);
  CHECK(rising.best_epoch == std::ssize(rising.epochs) - 2);

  const TrainingResult still = run({0, 0, 0, 0, 0}, 0, unseen);
  CHECK(still.best_epoch == 1);
  CHECK(still.epochs.size() == 3);
}

TEST_CASE("scores below score_from are chance: of such epochs the loss decides") {
  const auto run = [](const std::vector<double>& scores, double score_from) {
    return train_with_scores(scores,
                             {.schedule = constant_schedule(0.002),
                              .patience = 2,
                              .average = {EpochAverage::Of::best, 2},
                              .score_from = score_from},
                             {});
  };
  // Its loss falls from epoch to epoch, as it is judged by what it learns by heart.
  const TrainingResult stopped = run({0.02, 0.01, 0, 0, 0}, 0);
  CHECK(stopped.epochs.size() == 3);
  CHECK(stopped.best_epoch == 1);
  CHECK(stopped.ended_by == EndedBy::patience);
  const TrainingResult learning = run({0.02, 0.01, 0, 0, 0}, 1);
  CHECK(learning.epochs.size() == 5);
  CHECK(learning.best_epoch == 5);
  CHECK(learning.ended_by == EndedBy::epochs);
  CHECK(learning.averaged == std::vector<std::int64_t>{4, 5});
  CHECK(run({0.5, 2, 0.9, 0.1, 0}, 1).best_epoch == 2);  // from there on the score counts
}

TEST_CASE("patience, a score that is enough and should_stop end the training") {
  const std::vector<Example> examples = random_examples(12, 13);
  const auto run = [&](auto prepare) {
    Rng rng(5);
    const Transformer model(small(), rng);
    Adam optimizer(model.parameters());
    TrainingOptions options;
    options.epochs = 8;
    prepare(options, model);
    return train(seq2seq_task(model, examples, {}, {.batches = {.sentences = 4}}), optimizer, options);
  };
  const std::vector<double> scores{1, 2, 3, 2, 2.5, 1, 9, 9};
  std::size_t at = 0;
  const auto scripted = [&] { return scores.at(at++); };
  TrainingResult result = run([&](TrainingOptions& o, const Transformer&) {
    o.score = scripted;
    o.patience = 3;
  });
  CHECK(result.epochs.size() == 6);
  CHECK(result.best_epoch == 3);
  CHECK(result.ended_by == EndedBy::patience);
  at = 0;
  result = run([&](TrainingOptions& o, const Transformer&) {
    o.score = scripted;
    o.enough = 2;
  });
  CHECK(result.epochs.size() == 2);
  CHECK(result.ended_by == EndedBy::enough);
  CHECK_FALSE(result.interrupted);

  // Stopped in the middle of the third epoch: the best of the whole ones is kept.
  at = 0;
  int steps = 0;
  StateDict second;
  std::optional<Transformer> trained;
  result = run([&](TrainingOptions& o, const Transformer& model) {
    o.score = scripted;
    o.on_epoch = [&](const EpochReport& r) {
      if (r.epoch == 2) second = model.state_dict();
    };
    o.should_stop = [&] { return ++steps == 8; };
    trained = model;
  });
  CHECK(result.interrupted);
  CHECK(result.ended_by == EndedBy::stop);
  CHECK(result.best_epoch == 2);
  CHECK(result.epochs.size() == 2);
  CHECK(steps == 8);
  CHECK(same(trained->state_dict(), second));

  // Stopped before the first epoch is whole: the weights as they are.
  Rng rng(5);
  const Transformer model(small(), rng);
  const StateDict start = model.state_dict();
  Adam optimizer(model.parameters());
  TrainingOptions options;
  options.should_stop = [] { return true; };
  result = train(seq2seq_task(model, examples, {}, {.batches = {.sentences = 4}}), optimizer, options);
  CHECK(result.interrupted);
  CHECK(result.best_epoch == 0);
  CHECK(result.epochs.empty());
  CHECK_FALSE(same(model.state_dict(), start));
  CHECK_FALSE(model.training());
}

TEST_CASE("a loss or gradient that is not finite ends the training and names the step") {
  const std::vector<Example> examples = random_examples(12, 14);
  const auto message = [&](auto spoil) {
    Rng rng(6);
    const Transformer model(small(), rng);
    Adam optimizer(model.parameters());
    TrainingOptions options;
    options.on_step = [&](const StepReport& r) {
      if (r.step == 4) spoil(model);
    };
    return error_text<NumericError>(
        [&] { train(seq2seq_task(model, examples, {}, {.batches = {.sentences = 4}}), optimizer, options); });
  };
  CHECK_THAT(message([](const Transformer& model) {
               Variable(model.generator.bias).mutable_data()[4] = std::numeric_limits<Scalar>::quiet_NaN();
             }),
             Catch::Contains("step 5") && Catch::Contains("loss became nan"));
  CHECK_THAT(message([](const Transformer& model) {
               Variable(model.generator.bias).mutable_data()[4] = std::numeric_limits<Scalar>::infinity();
             }),
             Catch::Contains("step 5"));
  // A finite loss whose gradient is not: a unit that relu always turns off, behind a weight of -inf.
  CHECK_THAT(message([](const Transformer& model) {
               const EncoderLayer& layer = model.encoder.layers[0];
               Variable(layer.norm1.weight).mutable_data()[0] = 0;
               Variable(layer.norm1.bias).mutable_data()[0] = 1;
               Variable(layer.linear1.weight).mutable_data()[0] = -std::numeric_limits<Scalar>::infinity();
             }),
             Catch::Contains("step 5") && Catch::Contains("gradient of '"));
}

TEST_CASE("training refuses what cannot be") {
  Rng rng(7);
  const Transformer model(small(), rng);
  Adam optimizer(model.parameters());
  const std::vector<Example> examples = random_examples(2, 1);
  const std::vector<Example> long_one{{std::vector<std::int32_t>(30, 5), {5}}};
  CHECK_THROWS_WITH(seq2seq_task(model, {}, {}), Catch::Contains("nothing to train on"));
  CHECK_THROWS_AS(seq2seq_task(model, examples, {}, {.batches = {.sentences = 0}}), UsageError);
  const TrainingTask task = seq2seq_task(model, examples, {});
  CHECK_THROWS_AS(train(task, optimizer, {.epochs = 0}), UsageError);
  CHECK_THROWS_AS(train(task, optimizer, {.accumulate = 0}), UsageError);
  const auto refused = [&](const TrainingTask& given, const TrainingOptions& options) {
    return error_text<UsageError>([&] { train(given, optimizer, options); });
  };
  CHECK_THAT(refused({.model = model, .loss = task.loss}, {}),
             Catch::Contains("TrainingTask::batches is empty"));
  CHECK_THAT(refused({.model = model, .batches = task.batches}, {}),
             Catch::Contains("TrainingTask::loss is empty"));
  CHECK_THROWS_WITH(train(seq2seq_task(model, long_one, {}), optimizer, {}),
                    Catch::Contains("maximum of 24"));
  TrainingTask empty = task;
  empty.batches = [](std::uint64_t) { return std::vector<std::vector<std::size_t>>{}; };
  CHECK_THROWS_WITH(train(empty, optimizer, {}), Catch::Contains("epoch 1 has no batches"));
}

TEST_CASE("a step without target tokens changes nothing, an epoch without any is refused") {
  Rng rng(7);
  const Transformer model(small(), rng);
  Adam optimizer(model.parameters());
  TrainingTask task = seq2seq_task(model, random_examples(3, 1), {});
  task.batches = [](std::uint64_t) { return std::vector<std::vector<std::size_t>>{{0}, {1}, {2}}; };
  std::size_t without = 1;  // the example whose targets are all padding; 3: each is
  task.loss = [&, whole = task.loss](std::span<const std::size_t> examples) {
    if (without == 3 || examples[0] == without) return LossSum{0, [] { return Variable(Array::scalar(0)); }};
    return whole(examples);
  };
  std::vector<StateDict> weights, means;
  std::vector<StepReport> steps;
  TrainingOptions options{.epochs = 1, .ema = 0.5, .checkpoint_steps = 1};
  options.checkpoint = [&](const TrainingState& state) { means.push_back(state.mean_weights); };
  options.on_step = [&](const StepReport& r) {
    steps.push_back(r);
    weights.push_back(model.state_dict());
  };
  const TrainingResult result = train(task, optimizer, options);
  REQUIRE(steps.size() == 3);
  CHECK(same(weights[1], weights[0]));
  CHECK_FALSE(same(weights[2], weights[1]));
  CHECK(same(means.at(1), means[0]));
  CHECK_FALSE(same(means.at(2), means[1]));
  CHECK(steps[1].target_tokens == 0);
  CHECK(steps[1].loss == 0);
  CHECK(result.epochs.at(0).train_loss ==
        Approx((steps[0].loss * static_cast<double>(steps[0].target_tokens) +
                steps[2].loss * static_cast<double>(steps[2].target_tokens)) /
               static_cast<double>(steps[0].target_tokens + steps[2].target_tokens)));
  without = 3;
  CHECK_THROWS_WITH(train(task, optimizer, options), Catch::Contains("epoch 1 has no target tokens"));
}

TEST_CASE("an epoch that is worse than the untrained model, or not finite, is never the best") {
  const auto best_of = [](std::vector<double> losses, std::vector<double> scores) {
    Rng rng(7);
    const Transformer model(small(), rng);
    Adam optimizer(model.parameters());
    TrainingTask task = seq2seq_task(model, random_examples(2, 1), {});
    std::size_t at = 0, scored = 0;
    task.valid_loss = [&] { return losses.at(at++); };  // the first one before the first step
    TrainingOptions options{.epochs = std::ssize(losses) - 1};
    options.score = [&] { return scores.at(scored++); };
    return train(task, optimizer, options).best_epoch;
  };
  constexpr double infinity = std::numeric_limits<double>::infinity(),
                   nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(best_of({2.5, 2.6, 2.4, 900}, {9, 1, 8}) == 2);
  CHECK(best_of({2.5, infinity, nan}, {9, 9}) == 0);
  CHECK(best_of({infinity, infinity, 2.4, nan}, {1, 0, 3}) == 2);
  CHECK(best_of({2.5, 2.4, 2.4, 2.4}, {nan, 1, 2}) == 3);
  CHECK(best_of({2.5, 2.4, 2.4}, {nan, infinity}) == 0);
  CHECK(best_of({2.5, 2.5, 2.5}, {1, 1}) == 1);  // no worse is good enough
}

TEST_CASE("evaluating leaves each part of a model in the mode that it was in") {
  Rng rng(7);
  const Transformer model(small(), rng);
  model.encoder.eval();  // a part that is not trained
  evaluate_loss(model, random_examples(2, 1));
  CHECK(model.training());
  CHECK(model.decoder.training());
  CHECK_FALSE(model.encoder.training());
  CHECK_FALSE(model.encoder.layers[0].training());
  {
    const Evaluating evaluating(model);
    CHECK_FALSE(model.decoder.training());
  }
  CHECK(model.decoder.training());
}
