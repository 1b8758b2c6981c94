// 03  A two-layer net: what a straight line cannot do
//
// The answer of "exclusive or" is 1 if exactly one of two inputs is 1. No straight line separates the ones
// from the zeros, so a linear model cannot learn it. Two linear layers with a bend between them can:
//
//     hidden = tanh(X W₁ᵀ + b₁)          X (4, 2), W₁ (H, 2), hidden (4, H)
//     logits = hidden W₂ᵀ + b₂           W₂ (2, H), logits (4, 2): one number for each class
//     p      = softmax(logits)           probabilities: positive, and 1 in sum
//     L      = -mean log p[right class]  the cross entropy: how surprised the model is by the right answers
//
// Without tanh the two layers would be one: (X W₁ᵀ) W₂ᵀ = X (W₂ W₁)ᵀ.
//
// last line: 0 xor 0 = 0, 0 xor 1 = 1, 1 xor 0 = 1, 1 xor 1 = 0
#include <fmt/format.h>

#include <string>
#include <vector>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/shape_format.hpp"
#include "nn/layers.hpp"
#include "nn/optimizer.hpp"

using namespace heed;

namespace {

// A module names each of its parts once; the names of the parameters follow: "first.weight", "second.bias", …
class TwoLayerNet : public Module {
 public:
  TwoLayerNet(std::int64_t in, std::int64_t hidden, std::int64_t out, Rng& rng)
      : first(child("first", Linear(in, hidden, rng))), second(child("second", Linear(hidden, out, rng))) {}

  Variable operator()(const Variable& x) const { return second(tanh(first(x))); }

  Linear first, second;
};

/// Trains any model that turns (N, 2) into logits (N, 2), and returns its last loss.
template <typename Model>
Scalar fit(const Model& model, const Variable& inputs, const Tokens& answers) {
  Adam optimizer(model.parameters(), {.lr = 0.05});  // a step that adapts to each parameter: Kingma & Ba 2015
  Scalar last = 0;
  for (int step = 0; step < 300; ++step) {
    const Variable loss = cross_entropy(model(inputs), answers);  // takes logits: softmax is inside
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    last = loss.item();
  }
  return last;
}

}  // namespace

int main() {
  const Variable inputs(Array({4, 2}, {0, 0, 0, 1, 1, 0, 1, 1}));  // (4, 2)
  const Tokens answers({4}, {0, 1, 1, 0});                         // classes are integers: no Variable

  Rng rng(3);
  const Linear line(2, 2, rng);
  const TwoLayerNet net(2, 8, 2, rng);
  for (const auto& [name, parameter] : net.named_parameters())
    fmt::print("{:<14} {}\n", name, parameter.shape());
  fmt::print("{} parameters\n", net.parameter_count());

  // ln 2 = 0.693 is the loss of a model that gives both classes one half: it has learned nothing.
  fmt::print("loss of the linear model:  {:.3f}\n", fit(line, inputs, answers));
  const Scalar loss = fit(net, inputs, answers);
  fmt::print("loss of the two-layer net: {}\n", loss < 0.01 ? "below 0.01" : fmt::format("{:.3f}", loss));

  const NoGrad no_grad;                      // from here on nothing is recorded: we only want the answers
  const Array logits = net(inputs).value();  // (4, 2)
  const std::vector<std::int32_t> classes = argmax_rows(logits);  // the larger logit of each row
  std::string line_of_answers;
  for (std::int64_t i = 0; i < 4; ++i) {
    line_of_answers += fmt::format("{}{} xor {} = {}", i == 0 ? "" : ", ", inputs.value().at({i, 0}),
                                   inputs.value().at({i, 1}), classes[static_cast<std::size_t>(i)]);
  }
  fmt::print("{}\n", line_of_answers);
}
