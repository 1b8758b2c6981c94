#include "nn/weight_average.hpp"

#include <numeric>

#include "lib/core/error.hpp"
#include "models/seq2seq.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

StateDict of(Scalar a, Scalar b) { return {{"w", Array(Shape{2}, {a, b})}}; }

/// Those kept of epochs with these scores.
std::vector<std::int64_t> kept_of(const char* average, const std::vector<double>& scores) {
  std::vector<EpochReport> epochs;
  std::vector<KeptEpoch> kept;
  for (const double score : scores) {
    epochs.push_back({.epoch = std::ssize(epochs) + 1, .valid_loss = 1, .valid_score = score});
    keep_epoch(EpochAverage::parse(average), epochs, of(0, 0), kept, 0);
  }
  std::vector<std::int64_t> numbers;
  for (const KeptEpoch& k : kept) numbers.push_back(k.epoch);
  return numbers;
}

}  // namespace

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

TEST_CASE("means of weights, over epochs and over steps") {
  const StateDict mean = mean_weights({{1, of(1, 10)}, {2, of(2, 20)}, {3, of(6, 60)}});
  CHECK(static_cast<double>(mean[0].second.values()[0]) == Approx(3));
  CHECK(static_cast<double>(mean[0].second.values()[1]) == Approx(30));
  CHECK_THROWS_AS(mean_weights({}), UsageError);
  StateDict moving;
  follow_weights(moving, of(1, 1), 0.9, 1);
  CHECK(static_cast<double>(moving[0].second.values()[0]) == 1);
  follow_weights(moving, of(2, 1), 0.9, 2);  // (1 + 2) / (10 + 2) of what was
  CHECK(static_cast<double>(moving[0].second.values()[0]) == Approx(0.25 * 1 + 0.75 * 2));
  follow_weights(moving, of(0, 1), 0.9, 10'000);
  CHECK(static_cast<double>(moving[0].second.values()[0]) == Approx(0.9 * 1.75));
}

TEST_CASE("a training ends with the average that was asked for") {
  const auto trained = [](const char* average, double ema, StateDict& weights) {
    Rng rng(3);
    TransformerOptions size = small();
    size.decoder_layers = 1;
    const Transformer model(size, rng);
    Adam optimizer(model.parameters());
    std::vector<StateDict> validated;
    TrainingOptions options{.epochs = 3,
                            .schedule = constant_schedule(0.01),
                            .average = EpochAverage::parse(average),
                            .ema = ema};
    options.score = [&] {
      validated.push_back(model.state_dict());
      return static_cast<double>(validated.size());
    };
    const TrainingTask task =
        seq2seq_task(model, random_examples(6, 6), random_examples(3, 7), {.batches = {.sentences = 2}});
    const TrainingResult result = train(task, optimizer, options);
    weights = model.state_dict();
    CHECK(result.averaged.size() == (std::string(average) == "none" ? 0 : 2));
    return validated;
  };
  StateDict plain, mean, moving;
  const std::vector<StateDict> epochs = trained("none", 0, plain);
  CHECK(same(plain, epochs[2]));
  const std::vector<StateDict> again = trained("last:2", 0, mean);
  CHECK(same(again[2], epochs[2]));
  CHECK(same(mean, mean_weights({{2, epochs[1]}, {3, epochs[2]}})));
  const std::vector<StateDict> slow = trained("none", 0.99, moving);
  CHECK(same(moving, slow[2]));
  CHECK_FALSE(same(moving, plain));
}
