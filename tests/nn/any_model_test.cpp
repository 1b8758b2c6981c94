// The trainer trains any module: a language model, a classifier.
#include <cmath>

#include "autograd/ops.hpp"
#include "lib/array/parallel.hpp"
#include "nn/layers.hpp"
#include "nn/multihead_attention.hpp"
#include "nn/next_token_task.hpp"
#include "nn/recurrent.hpp"
#include "nn/trainer.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;
using heed::testing::same;

namespace {

/// A model with its task, made afresh: `size` examples to a batch.
struct Trainee {
  Module model;
  TrainingTask task;
};
using Make = Trainee (*)(std::size_t size);

/// The next token from the last one.
class Bigram : public Module {
 public:
  explicit Bigram(Rng& rng) : Module(rng) {}
  Variable operator()(const Tokens& ids) const { return output(embedding(ids)); }
  Embedding embedding = child("embedding", Embedding(14, 24, initial()));
  Linear output = child("output", Linear(24, 14, initial()));
};

Trainee language_model(std::size_t size) {
  Rng rng(3);
  const Bigram model(rng);
  std::vector<Example> sentences;
  for (auto& sentence : heed::testing::random_sentences(37, 9, 14, 5)) sentences.push_back({{}, sentence});
  return {model, next_token_task(model, [model](const Batch& b) { return model(b.target_in); }, sentences,
                                 sentences, {.batches = {.sentences = size}})};
}

class TanhNet : public Module {
 public:
  explicit TanhNet(Rng& rng) : Module(rng) {}
  Variable operator()(const Variable& x) const { return second(dropout(tanh(first(x)))); }

  Linear first = child("first", Linear(6, 40, initial()));
  Dropout dropout = child("dropout", Dropout(0));
  Linear second = child("second", Linear(40, 3, initial()));
};

/// The rows of x with these numbers.
Array rows_of(const Array& x, std::span<const std::size_t> rows) {
  std::vector<Scalar> values;
  for (const std::size_t row : rows) {
    const Scalar* first = x.data() + static_cast<std::int64_t>(row) * x.dim(1);
    values.insert(values.end(), first, first + x.dim(1));
  }
  return Array({std::ssize(rows), x.dim(1)}, std::move(values));
}

/// 41 points; the class is the largest of the first three numbers.
Trainee classifier(std::size_t size) {
  Rng rng(4);
  const TanhNet model(rng);
  const Array points = rng.normal({41, 6});
  const auto loss = [model, points](std::span<const std::size_t> examples) {
    const Array x = rows_of(points, examples);
    std::vector<std::int32_t> classes;
    for (std::int64_t r = 0; r < x.dim(0); ++r)
      classes.push_back(static_cast<std::int32_t>(std::max_element(x.data() + 6 * r, x.data() + 6 * r + 3) -
                                                  (x.data() + 6 * r)));
    const Tokens wanted({x.dim(0)}, classes);
    return LossSum{x.dim(0), [model, x, wanted] {
                     return cross_entropy(model(Variable(x)), wanted, {.reduction = Reduction::sum});
                   }};
  };
  return {model, {.model = model, .batches = shuffled_batches(41, size, 9), .loss = loss}};
}

TrainingResult run(const Trainee& trainee, std::int64_t epochs, std::int64_t accumulate = 1) {
  Adam optimizer(trainee.model.parameters(), {.lr = 1e-2});
  return train(trainee.task, optimizer,
               {.epochs = epochs, .accumulate = accumulate, .schedule = constant_schedule(1e-2)});
}

}  // namespace

TEST_CASE("a language model and a classifier: learned, divided once, the same bytes", "[trainer]") {
  for (const Make make : {language_model, classifier}) {
    // One step of the whole, or put together from batches of 7: the same loss and weights but for rounding.
    const Trainee whole = make(1000), parts = make(7);
    const TrainingResult one = run(whole, 1), many = run(parts, 1, 1000);
    CHECK(many.epochs.at(0).train_loss == Approx(one.epochs.at(0).train_loss).epsilon(1e-5));
    const StateDict a = whole.model.state_dict(), b = parts.model.state_dict();
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::int64_t k = 0; k < a[i].second.size(); ++k)
        CHECK(std::abs(a[i].second.data()[k] - b[i].second.data()[k]) < 1e-4);
    }
    // It learns, and by the same way with any number of threads.
    const int before = threads();
    std::vector<StateDict> ends;
    for (const int team : {1, 2, 3}) {
      set_threads(team);
      const Trainee trainee = make(8);
      const TrainingResult result = run(trainee, 12);
      CHECK(result.epochs.back().train_loss < 0.85 * result.epochs.front().train_loss);
      ends.push_back(trainee.model.state_dict());
    }
    set_threads(before);
    CHECK(same(ends[0], ends[1]));
    CHECK(same(ends[0], ends[2]));
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
  const Trainee trainee = language_model(8), other = language_model(8);
  const TrainingOptions once{.epochs = 1};
  Adam wrong(other.model.parameters());
  CHECK_THROWS_WITH(
      train(trainee.task, wrong, once),
      Catch::Contains("the optimiser has a parameter 'embedding.weight' of shape (14, 24) that"));
  const Array frozen = trainee.model.named_parameters()[0].second.value();
  Adam few({trainee.model.named_parameters()[1].second});
  train(trainee.task, few, once);
  CHECK(identical(trainee.model.named_parameters()[0].second.value(), frozen));
}

TEST_CASE("RMSNorm adds 1e-5 to the mean square") {
  const Array y = RMSNorm(2)(Variable(Array({1, 2}, {0.003F, 0.001F}))).value();
  CHECK(y.at({0, 0}) == Approx(0.003 / std::sqrt(5e-6 + 1e-5)));
}

TEST_CASE("a layer of size 0 is refused by its name") {
  static Rng rng(1);
  using Make = void (*)();
  for (const auto& [make, message] : std::vector<std::pair<Make, const char*>>{
           {[] { Linear(0, 3, rng); }, "Linear(0, 3): every size must be at least 1"},
           {[] { Linear(3, 0, rng); }, "Linear(3, 0)"},
           {[] { Embedding(0, 3, rng); }, "Embedding(0, 3)"},
           {[] { (void)LayerNorm(0); }, "LayerNorm(0)"},
           {[] { (void)RMSNorm(0); }, "RMSNorm(0)"},
           {[] { MultiheadAttention(0, 1, rng); }, "d_model 0"},
           {[] { Conv1d(1, 2, 0, rng); }, "Conv1d(1, 2, 0)"},
           {[] {
              Conv2d(0, 2, {3, 3}, rng);
            },
            "Conv2d(0, 2, 3, 3)"},
           {[] { (void)BatchNorm2d(0); }, "BatchNorm2d(0)"},
           {[] { LSTM(0, 3, rng); }, "0 inputs and 3 units"}})
    CHECK_THROWS_WITH(make(), Catch::Contains(message));
}
