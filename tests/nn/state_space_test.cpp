// Convolutions as modules, and the selective state space layer.
#include "nn/state_space.hpp"

#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"
#include "tests/nn/root_mean_square.hpp"

using namespace heed;

TEST_CASE("a state space equals Mamba's layer, written token by token in PyTorch: outputs, gradients",
          "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_state_space.safetensors", "", 3)) {
    Rng rng(1);
    const SelectiveStateSpace layer(c.option<int>("d_model"), rng,
                                    {.d_state = c.option<int>("d_state"),
                                     .d_conv = c.option<int>("d_conv"),
                                     .expand = c.option<int>("expand"),
                                     .dt_rank = c.option<int>("dt_rank")});
    golden::check_module(c, layer, {"u"}, [&](const auto& in) { return layer(in[0]); });
  }
}

TEST_CASE("a state space goes on from its state, token by token, and so looks at no later token") {
  Rng rng(1);
  const SelectiveStateSpace layer(6, rng, {.d_state = 5});
  CHECK(layer.parameter_count() == 6 * 24 + 12 * 4 + 12 + 12 * 11 + 12 + 12 + 12 * 5 + 12 + 12 * 6);
  const NoGrad no_grad;
  const Variable u(rng.normal({2, 9, 6}));
  const Array whole = layer(u).value();
  SelectiveStateSpace::State state;
  std::int64_t t = 0;
  for (const std::int64_t next : {1, 1, 4, 1, 2}) {
    const Array y = layer(slice(u, 1, t, t + next), state).value();
    const Array expected = slice(Variable(whole), 1, t, t + next).value();
    CHECK(farthest(y, expected) < (golden::is_double ? 1e-12 : 1e-5));
    t += next;
  }
  CHECK(state.inputs.shape() == Shape{2, 3, 12});
  CHECK(state.scan.shape() == Shape{2, 12, 5});
  state.scan = Array::zeros({1, 12, 5});
  CHECK_THROWS_WITH(layer(u, state), Catch::Contains("(2, 12, 5)"));
  CHECK_THROWS_AS(SelectiveStateSpace(6, rng, {.d_state = 0}), UsageError);
}

TEST_CASE("steps of a state space start between dt_min and dt_max, of rank d_model / 16, decays at 1 to N") {
  Rng rng(2);
  const SelectiveStateSpace layer(8, rng, {.d_state = 3, .dt_min = 0.01, .dt_max = 0.2});
  const Array steps = softplus(layer.dt_proj.bias).value();
  for (const Scalar step : steps.values()) CHECK((step > Scalar(0.0099) && step < Scalar(0.201)));
  CHECK(exp(layer.A_log).value().at({4, 2}) == Approx(3));
  // Evenly over the logarithm: mean and deviation of a uniform number between log dt_min and log dt_max.
  const SelectiveStateSpace wide(300, rng, {.dt_min = 0.01, .dt_max = 0.2});
  const Array logs = log(softplus(wide.dt_proj.bias)).value();
  const Array middle = mean(logs);
  CHECK(static_cast<double>(middle.item()) == Approx(std::log(0.01 * 0.2) / 2).margin(0.15));
  CHECK(root_mean_square(logs - middle) == Approx(std::log(20) / std::sqrt(12)).epsilon(0.1));
  for (const auto& [d_model, rank] : {std::pair{16, 1}, {17, 2}, {32, 2}})
    CHECK(SelectiveStateSpace(d_model, rng).dt_proj.weight.shape()[1] == rank);
  CHECK_THROWS_AS(SelectiveStateSpace(8, rng, {.dt_min = 0.2, .dt_max = 0.1}), UsageError);
  CHECK_NOTHROW(SelectiveStateSpace(8, rng, {.dt_min = 0.1, .dt_max = 0.1}));
}

TEST_CASE("convolutions have PyTorch's shapes, a causal one as many outputs as inputs") {
  Rng rng(4);
  const Variable x(rng.normal({2, 3, 11}));
  CHECK(Conv1d(3, 5, 4, rng, {.dilation = 2, .causal = true})(x).shape() == Shape{2, 5, 11});
  CHECK(Conv1d(3, 5, 3, rng, {.stride = 2, .padding = 1})(x).shape() == Shape{2, 5, 6});
  const Conv2d image(3, 4, {3, 5}, rng, {.stride = {2, 1}, .padding = {1, 2}, .bias = false});
  CHECK(image(Variable(rng.normal({2, 3, 8, 7}))).shape() == Shape{2, 4, 4, 7});
  CHECK(image.named_parameters().size() == 1);
}
