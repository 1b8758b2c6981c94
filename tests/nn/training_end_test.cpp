// How training ends: the best epoch, patience, interruption, numbers that are not finite.
#include <algorithm>
#include <cmath>
#include <limits>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "nn/best_epoch.hpp"
#include "tests/farthest.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

/// A small model with its optimiser, trained in batches of `sentences`.
struct SmallTraining {
  Rng rng{3};
  Transformer model{small(), rng};
  Adam optimizer{model.parameters()};

  TrainingResult run(const TrainingOptions& options, std::size_t examples = 12,
                     const std::vector<Example>& valid = {}, std::size_t sentences = 4) {
    return train(
        seq2seq_task(model, random_examples(examples, 8), valid, {.batches = {.sentences = sentences}}),
        optimizer, options);
  }
};

/// A training whose validation has these losses, the first one before the first step, and these scores.
TrainingResult judged(const std::vector<double>& losses, const std::vector<double>& scores,
                      TrainingOptions options = {}) {
  SmallTraining one;
  TrainingTask task = seq2seq_task(one.model, random_examples(2, 1), {});
  std::size_t loss = 0, score = 0;
  task.valid_loss = [&] { return losses.at(loss++); };
  options.epochs = std::ssize(losses) - 1;
  if (!scores.empty()) options.score = [&] { return scores.at(score++); };
  return train(task, one.optimizer, options);
}

/// Those kept for an average of epochs with these scores.
std::vector<std::int64_t> kept_of(const char* average, const std::vector<double>& scores) {
  std::vector<EpochReport> epochs;
  std::vector<KeptEpoch> kept;
  for (const double score : scores) {
    epochs.push_back({.epoch = std::ssize(epochs) + 1, .valid_loss = 1, .valid_score = score});
    keep_epoch(EpochAverage::parse(average), epochs, {}, kept, 0);
  }
  std::vector<std::int64_t> numbers;
  for (const KeptEpoch& k : kept) numbers.push_back(k.epoch);
  return numbers;
}

}  // namespace

TEST_CASE("the weights of the best epoch are restored") {
  SmallTraining trained;
  const Transformer& model = trained.model;
  const std::vector<double> scores{1, 5, 2, 4.5, 4};
  std::vector<StateDict> weights;
  std::vector<EpochReport> reports;
  TrainingOptions options{.epochs = 5};
  options.score = [&] {
    CHECK_FALSE(model.training());
    CHECK_FALSE(grad_enabled());
    return scores.at(weights.size());
  };
  options.on_epoch = [&](const EpochReport& r) {
    reports.push_back(r);
    weights.push_back(model.state_dict());
  };
  const TrainingResult result = trained.run(options, 20, random_examples(5, 7), 5);
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

TEST_CASE("of equal scores the lower loss decides, of equal losses the earlier epoch") {
  const std::vector<double> falling{9, 8, 7, 6, 5, 4}, equal{9, 5, 5, 5, 5, 5}, none(5, 0);
  struct Row {
    std::vector<double> losses, scores;
    TrainingOptions options;
    std::int64_t best, epochs;
    EndedBy ended_by = EndedBy::epochs;
  };
  for (const Row& row :
       {Row{{9, 5, 4, 6, 3, 3}, {}, {}, 4, 5},  // without scores the loss alone decides
        Row{falling, none, {.patience = 2}, 5, 5},
        Row{falling, {0, 1, 1, 0.5, 0.5}, {.patience = 2}, 3, 5},  // a better score counts more
        Row{equal, none, {.patience = 2}, 1, 3, EndedBy::patience},
        Row{falling, {0.02, 0.01, 0, 0, 0}, {.patience = 2}, 1, 3, EndedBy::patience},
        Row{falling, {0.02, 0.01, 0, 0, 0}, {.patience = 2, .score_from = 1}, 5, 5},  // all are chance
        Row{falling, {0.5, 2, 0.9, 0.1, 0}, {.patience = 2, .score_from = 1}, 2, 4, EndedBy::patience},
        Row{falling, {1, 2, 3, 2, 2}, {.enough = 2}, 2, 2, EndedBy::enough}}) {
    const TrainingResult result = judged(row.losses, row.scores, row.options);
    CAPTURE(row.losses, row.scores, row.options.score_from);
    CHECK(result.best_epoch == row.best);
    CHECK(std::ssize(result.epochs) == row.epochs);
    CHECK(result.ended_by == row.ended_by);
    CHECK_FALSE(result.interrupted);
  }
}

TEST_CASE("a training that is stopped has the weights of its best whole epoch") {
  // Stopped in the middle of the third epoch: the best of the whole ones is kept.
  SmallTraining trained;
  int steps = 0;
  StateDict second;
  TrainingOptions options;
  options.on_epoch = [&](const EpochReport& r) {
    if (r.epoch == 2) second = trained.model.state_dict();
  };
  options.should_stop = [&] { return ++steps == 10; };  // after each of 3 steps and each epoch
  options.score = [&] { return static_cast<double>(steps); };
  const TrainingResult stopped = trained.run(options);
  CHECK(stopped.interrupted);
  CHECK(stopped.ended_by == EndedBy::stop);
  CHECK(stopped.best_epoch == 2);
  CHECK(stopped.epochs.size() == 2);
  CHECK(steps == 10);
  CHECK(same(trained.model.state_dict(), second));

  // Stopped before the first epoch is whole: the weights as they are.
  SmallTraining early;
  const StateDict start = early.model.state_dict();
  const TrainingResult none = early.run({.should_stop = [] { return true; }});
  CHECK(none.interrupted);
  CHECK(none.best_epoch == 0);
  CHECK(none.epochs.empty());
  CHECK_FALSE(same(early.model.state_dict(), start));
  CHECK_FALSE(early.model.training());
}

TEST_CASE("a loss or gradient that is not finite ends the training and names the step") {
  constexpr Scalar nan = std::numeric_limits<Scalar>::quiet_NaN(),
                   infinity = std::numeric_limits<Scalar>::infinity();
  const auto message = [](std::int64_t after, const auto& spoil) {
    SmallTraining trained;
    TrainingOptions options;
    options.on_step = [&](const StepReport& r) {
      if (r.step == after) spoil(trained.model);
    };
    if (after == 0) spoil(trained.model);
    return error_text<NumericError>([&] { trained.run(options); });
  };
  const auto bias = [](Scalar value) {
    return [value](const Transformer& model) { Variable(model.generator.bias).mutable_data()[4] = value; };
  };
  CHECK_THAT(message(0, bias(nan)),
             Catch::Contains("in step 1, before anything was learned") && !Catch::Contains("lower"));
  CHECK_THAT(message(4, bias(nan)), Catch::Contains("step 5") && Catch::Contains("loss became nan"));
  CHECK_THAT(message(4, bias(infinity)), Catch::Contains("step 5"));
  // A finite loss whose gradient is not: a unit that relu always turns off, behind a weight of -inf.
  CHECK_THAT(message(4,
                     [](const Transformer& model) {
                       const EncoderLayer& layer = model.encoder.layers[0];
                       Variable(layer.norm1.weight).mutable_data()[0] = 0;
                       Variable(layer.norm1.bias).mutable_data()[0] = 1;
                       Variable(layer.linear1.weight).mutable_data()[0] = -infinity;
                     }),
             Catch::Contains("step 5") && Catch::Contains("gradient of '"));
}

TEST_CASE("sentences that cannot be trained on are refused") {
  SmallTraining one;
  const std::vector<Example> long_one{{std::vector<std::int32_t>(30, 5), {5}}};
  CHECK_THROWS_WITH(seq2seq_task(one.model, {}, {}), Catch::Contains("nothing to train on"));
  CHECK_THROWS_AS(seq2seq_task(one.model, long_one, {}, {.batches = {.sentences = 0}}), UsageError);
  CHECK_THROWS_WITH(train(seq2seq_task(one.model, long_one, {}), one.optimizer, {}),
                    Catch::Contains("maximum of 24"));
}

TEST_CASE("an epoch that is worse than the untrained model, or not finite, is never the best") {
  const auto best_of = [](const std::vector<double>& losses, const std::vector<double>& scores) {
    return judged(losses, scores).best_epoch;
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

TEST_CASE(
    "the last or the best epochs are kept for an average, of equals the "
    "earlier") {
  const std::vector<double> scores{5, 1, 4, 4, 3, 9, 4};
  CHECK(kept_of("last:3", scores) == std::vector<std::int64_t>{5, 6, 7});
  CHECK(kept_of("best:3", scores) == std::vector<std::int64_t>{1, 3, 6});
  CHECK(kept_of("best:9", scores).size() == 7);
  CHECK(kept_of("none", scores).empty());
  CHECK(EpochAverage::parse("last:12").text() == "last:12");
  for (const char* wrong : {"last", "last:0", "first:2", "best:2x", "best:", "3"})
    CHECK_THROWS_AS(EpochAverage::parse(wrong), UsageError);
}

TEST_CASE("a training ends with the average that was asked for") {
  std::vector<StateDict> validated;
  const auto trained = [&](const char* average) {
    SmallTraining one;
    validated.clear();
    TrainingOptions options{
        .epochs = 3, .schedule = constant_schedule(0.01), .average = EpochAverage::parse(average)};
    options.score = [&] {
      validated.push_back(one.model.state_dict());
      return static_cast<double>(validated.size());
    };
    CHECK(one.run(options, 6, {}, 2).averaged.size() == (std::string(average) == "none" ? 0 : 2));
    return one.model.state_dict();
  };
  const StateDict plain = trained("none");
  CHECK(same(plain, validated[2]));
  const StateDict mean = trained("last:2");
  CHECK(same(mean, mean_weights({{2, validated[1]}, {3, validated[2]}})));
  const auto of = [](Scalar a, Scalar b) { return StateDict{{"w", Array(Shape{2}, {a, b})}}; };
  const Array middle = mean_weights({{1, of(1, 10)}, {2, of(2, 20)}, {3, of(6, 60)}})[0].second;
  CHECK(farthest(middle, Array(Shape{2}, {3, 30})) < 1e-5);
  CHECK_THROWS_AS(mean_weights({}), UsageError);
}
