// 14  A model of your own, trained by the trainer
//
// The trainer knows no model. It needs three things of a task: a module with parameters, the batches of an
// epoch as numbers of examples, and the loss of some examples as a sum with what it is divided by. So
// whatever you write as a Module can be trained, stopped, gone on with, averaged, spread over processes:
//
//     task.model     = your module
//     task.batches   = epoch  -> {{5, 0, 3}, {1, 4, 2}}
//     task.loss      = {5, 0, 3} -> 3 examples, and Σ of their losses when it is asked for
//
// Here the module has a parameter of its own besides a layer: y = exp(s) · w tanh(V x + c) + b, and the task
// is no class and no word but a number, the area of an ellipse π a b.
//
// last line: the area of an ellipse with half axes 2 and 1.5 is about 9.4
#include <fmt/format.h>

#include "nn/layers.hpp"
#include "nn/trainer.hpp"

using namespace heed;

namespace {

class Area : public Module {
 public:
  explicit Area(Rng& rng) : Module(rng) {}
  /// x (B, 2) -> (B, 1).
  Variable operator()(const Variable& x) const { return exp(log_scale) * output(tanh(hidden(x))); }

  Linear hidden = child("hidden", Linear(2, 32, initial()));
  Linear output = child("output", Linear(32, 1, initial()));
  Variable log_scale = parameter("log_scale", Array::zeros({1}));  // areas are larger than what tanh gives
};

constexpr std::int64_t count = 2000;

/// Half axes between 0.5 and 2.5, and the areas.
struct Ellipses {
  Array axes{}, areas{};  // (count, 2), (count, 1)
};

Ellipses random_ellipses(Rng& rng) {
  Ellipses all{.axes = rng.uniform({count, 2}, 0.5, 2.5), .areas = Array({count, 1})};
  for (std::int64_t i = 0; i < count; ++i)
    all.areas.mutable_data()[i] = Scalar{3.14159265F} * all.axes.at({i, 0}) * all.axes.at({i, 1});
  return all;
}

/// The rows with these numbers.
Variable rows(const Array& table, std::span<const std::size_t> numbers) {
  return embedding(Variable(table),
                   Tokens({std::ssize(numbers)}, std::vector<std::int32_t>(numbers.begin(), numbers.end())));
}

}  // namespace

int main() {
  Rng rng(14);
  const Ellipses data = random_ellipses(rng);
  const Area model(rng);

  const auto loss = [&](std::span<const std::size_t> numbers) {
    const Variable x = rows(data.axes, numbers), y = rows(data.areas, numbers);
    return LossSum{.tokens = x.dim(0), .sum = [=] {
                     const Variable error = model(x) - y;
                     return sum(error * error);
                   }};
  };
  constexpr std::int64_t epochs = 300, batch = 50;
  Adam optimizer(model.parameters());
  const TrainingResult result =
      train({.model = model, .batches = shuffled_batches(count, batch, 14), .loss = loss}, optimizer,
            {.epochs = epochs, .schedule = cosine_schedule(1e-2, 20, epochs * count / batch)});

  fmt::print("mean squared error: {:.3f} in the first epoch, {:.6f} in the last\n",
             result.epochs.front().train_loss, result.epochs.back().train_loss);
  fmt::print("the area of an ellipse with half axes 2 and 1.5 is about {:.1f}\n",
             model(Variable(Array({1, 2}, {2, 1.5}))).item());
}
