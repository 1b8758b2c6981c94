// Masked words and classes: what is hidden, and tasks of the trainer.
#include <map>
#include <set>

#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "nn/classification_task.hpp"
#include "nn/layers.hpp"
#include "nn/masked_token_task.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

constexpr MaskingOptions hide{.mask = 24, .first = 4, .end = 24, .seed = 3};

std::vector<Example> texts(std::size_t count, std::size_t length) {
  std::vector<Example> all;
  for (std::size_t i = 0; i < count; ++i) {
    all.emplace_back();
    for (std::size_t t = 0; t < length; ++t)
      all.back().target.push_back(static_cast<std::int32_t>(4 + (i + t) % 20));
  }
  return all;
}

std::vector<std::size_t> first(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

}  // namespace

TEST_CASE("15 % of the words are chosen, 80 % of them are hidden, 10 % others, 10 % as they were",
          "[masked]") {
  const std::vector<Example> examples = texts(400, 20);
  const std::vector<std::size_t> all = first(400);
  const EncoderInput whole = encoder_input(examples, all);
  const MaskedBatch batch = mask_batch(examples, all, hide, 0);
  CHECK(batch.places.size() == 400 * 3);
  std::map<std::int32_t, int> seen;
  std::set<std::int32_t> others;
  int hidden = 0, kept = 0, changed = 0;
  for (std::int64_t i = 0; i < batch.places.size(); ++i) {
    const std::int32_t place = batch.places[i], id = batch.input.tokens[place];
    CHECK(++seen[place] == 1);
    CHECK(batch.words[i] == whole.tokens[place]);
    (id == hide.mask ? hidden : id == batch.words[i] ? kept : changed) += 1;
    if (id != hide.mask && id != batch.words[i]) others.insert(id);
  }
  CHECK(others.size() == 20);  // any word of the vocabulary,
  CHECK(*others.begin() == hide.first);
  CHECK(*others.rbegin() == hide.end - 1);  // and none beside it
  CHECK(std::abs(hidden - 960) < 50);
  CHECK(std::abs(kept - 126) < 40);  // 10 %, and every 20th of the random ones
  CHECK(std::abs(changed - 114) < 40);
  for (std::int64_t t = 0; t < whole.tokens.size(); ++t) {
    if (!seen.contains(static_cast<std::int32_t>(t))) CHECK(batch.input.tokens[t] == whole.tokens[t]);
  }
}

TEST_CASE("what is hidden is a function of seed, round and example", "[masked]") {
  const std::vector<Example> examples = texts(10, 8);
  const auto places = [&](std::vector<std::size_t> indices, std::uint64_t round) {
    const MaskedBatch batch = mask_batch(examples, indices, hide, round);
    return std::vector<std::int32_t>(batch.places.ids().begin(), batch.places.ids().end());
  };
  CHECK(places(first(10), 0) == places(first(10), 0));
  CHECK(places(first(10), 0) != places(first(10), 1));
  CHECK(places({7}, 2).at(0) == places({3, 7}, 2).at(1) - 10);
  CHECK(places({0}, 0).size() == 1);  // 15 % of 8
  const std::vector<Example> short_ones = texts(1, 1);
  CHECK(mask_batch(short_ones, first(1), hide, 0).places.size() == 1);  // at least one
  CHECK_THROWS_AS(mask_batch(examples, first(1), {.mask = 24, .first = 4, .end = 4}, 0), UsageError);
  MaskingOptions wrong = hide;
  wrong.masked = 0.95;
  CHECK_THROWS_AS(mask_batch(examples, first(1), wrong, 0), UsageError);
}

TEST_CASE(
    "a batch of masked words has as many positions as asked for at most, sources and special tokens too",
    "[masked]") {
  std::vector<Example> examples = texts(40, 6);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    examples[i].target.resize(3 + i % 4);
    if (i % 3 > 0) examples[i].source = examples[i].target;
  }
  Rng rng(1);
  const TrainingTask task =
      masked_token_task(Linear(2, 2, rng), [](const MaskedBatch&) { return Variable(); }, examples, {},
                        {.batches = {.tokens = 48}, .masking = hide});
  std::int64_t most = 0;
  std::size_t seen = 0;
  for (const std::vector<std::size_t>& batch : task.batches(0)) {
    most = std::max(most, encoder_input(examples, batch).tokens.size());
    seen += batch.size();
  }
  CHECK(seen == 40);
  CHECK(most <= 48);
  CHECK(most > 36);  // and full
}

TEST_CASE("words masked for validation are those of a round that no epoch reaches, smoothed labels are not",
          "[masked]") {
  Rng rng(1);
  const Embedding model(25, 24, rng);
  const auto logits = [&](const MaskedBatch& b) {
    return embedding(reshape(model(b.input.tokens), {-1, 24}), b.places);
  };
  const std::vector<Example> examples = texts(12, 20);
  const std::vector<std::size_t> all = first(12);
  const auto loss_of = [&](std::uint64_t round, double smoothing) {
    const MaskedBatch batch = mask_batch(examples, all, hide, round);
    return static_cast<double>(
        cross_entropy(logits(batch), batch.words, {.label_smoothing = smoothing, .reduction = Reduction::sum})
            .item());
  };
  const TrainingTask task =
      masked_token_task(model, logits, examples, examples,
                        {.batches = {.sentences = 12}, .masking = hide, .label_smoothing = 0.3});
  task.batches(2);
  CHECK(static_cast<double>(task.loss(all).sum().item()) == Approx(loss_of(2, 0.3)).epsilon(1e-5));
  CHECK(task.valid_loss() * 36 == Approx(loss_of(0xffffffff, 0)).epsilon(1e-5));
}

TEST_CASE("a classifier of examples is a task: loss, accuracy, what it takes them for", "[masked]") {
  Rng rng(4);
  const Linear model(2, 2, rng);
  const Array points = rng.normal({50, 2});
  std::vector<std::int32_t> classes;
  for (std::int64_t i = 0; i < 50; ++i) classes.push_back(points.at({i, 0}) > points.at({i, 1}) ? 1 : 0);
  const LabelledSet set{[model, points](std::span<const std::size_t> examples) {
                          std::vector<std::int32_t> rows(examples.begin(), examples.end());
                          const Shape count{std::ssize(rows)};
                          return model(embedding(Variable(points), Tokens(count, std::move(rows))));
                        },
                        classes};
  // Labels are smoothed in training alone.
  const TrainingTask smoothed = classification_task(model, set, set, {.label_smoothing = 0.3});
  const Variable logits = set.logits(first(50));
  const Tokens labels({50}, classes);
  CHECK(smoothed.loss(first(50)).sum().item() / 50 ==
        Approx(cross_entropy(logits, labels, {.label_smoothing = 0.3}).item()).epsilon(1e-5));
  CHECK(smoothed.valid_loss() == Approx(cross_entropy(logits, labels).item()).epsilon(1e-5));
  Adam optimizer(model.parameters(), {.lr = 0.1});
  const TrainingResult result = train(classification_task(model, set, set, {.batch = 8}), optimizer,
                                      {.epochs = 20, .schedule = constant_schedule(0.1)});
  const Classified end = classify(model, set, 7);
  CHECK(end.accuracy > 0.9);
  CHECK(end.loss ==
        Approx(result.epochs.at(static_cast<std::size_t>(result.best_epoch - 1)).valid_loss).epsilon(1e-4));
  std::int64_t right = 0;
  for (std::size_t i = 0; i < 50; ++i) right += end.predicted.at(i) == classes[i] ? 1 : 0;
  CHECK(end.accuracy == Approx(static_cast<double>(right) / 50));
  CHECK_THROWS_WITH(classification_task(model, {}), Catch::Contains("no examples"));
}
