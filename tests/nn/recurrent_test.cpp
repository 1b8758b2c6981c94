// RNN, LSTM and GRU against PyTorch, and what holds of them whatever the weights are; convolutions as
// modules, and the selective state space layer.
#include "nn/recurrent.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "nn/layers.hpp"
#include "nn/state_space.hpp"
#include "tests/farthest.hpp"
#include "tests/nn/golden.hpp"

using namespace heed;

namespace {

Recurrent make(const golden::Case& c, Rng& rng) {
  const std::int64_t in = c.shape("param.weight_ih_l0")[1], hidden = c.shape("param.weight_hh_l0")[1];
  const Recurrent::Options options{.layers = c.option<std::int64_t>("layers"),
                                   .bidirectional = c.option<bool>("bidirectional"),
                                   .bias = c.option<bool>("bias")};
  const auto kind = c.option<std::string>("kind");
  if (kind == "LSTM") return LSTM(in, hidden, rng, options);
  if (kind == "GRU") return GRU(in, hidden, rng, options);
  return RNN(in, hidden, rng, options, kind == "relu" ? RNN::Nonlinearity::relu : RNN::Nonlinearity::tanh);
}

}  // namespace

TEST_CASE("RNN, LSTM and GRU equal PyTorch's: layers, directions, states, lengths, gradients", "[pytorch]") {
  for (const golden::Case& c : golden::cases("nn_recurrent.safetensors")) {
    Rng rng(1);
    const Recurrent module = make(c, rng);
    module.load_state_dict(c.parameters());
    const Variable x = c.leaf("x");
    Recurrent::Input input;
    if (c.has("in.h0")) input.initial.hidden = c.leaf("h0");
    if (c.has("in.c0")) input.initial.cell = c.leaf("c0");
    input.lengths = c.option<std::vector<std::int64_t>>("lengths");
    const auto [y, state] = module(x, input);
    c.check_output("out.y", y.value());
    c.check_output("out.h", state.hidden.value());
    Variable loss = sum(y * Variable(c.array("in.upstream")));
    loss = loss + sum(state.hidden * Variable(c.array("in.upstream_h")));
    if (state.cell.defined()) {
      c.check_output("out.c", state.cell.value());
      loss = loss + sum(state.cell * Variable(c.array("in.upstream_c")));
    }
    loss.backward();
    c.check_gradient("grad_in.x", x.grad());
    if (c.has("in.h0")) c.check_gradient("grad_in.h0", input.initial.hidden.grad());
    if (c.has("in.c0")) c.check_gradient("grad_in.c0", input.initial.cell.grad());
    c.check_gradients(module);
  }
}

TEST_CASE("padding changes not one bit of a recurrent net, in outputs, states and gradients") {
  for (const bool bidirectional : {false, true}) {
    Rng rng(2);
    const LSTM lstm(3, 5, rng, {.layers = 2, .bidirectional = bidirectional});
    const GRU gru(3, 5, rng, {.layers = 2, .bidirectional = bidirectional});
    Array values = rng.normal({2, 6, 3});
    for (const Recurrent& net : {Recurrent(lstm), Recurrent(gru)}) {
      std::vector<Array> before;
      for (const double padding : {0.0, 1e12}) {
        std::fill_n(values.mutable_data() + 6 * 3 + 4 * 3, 2 * 3, static_cast<Scalar>(padding));
        net.zero_grad();
        const auto [y, state] = net(Variable(values), {.lengths = {6, 4}});
        (sum(y * y) + sum(state.hidden)).backward();
        std::vector<Array> now{y.value(), state.hidden.value()};
        for (const Variable& p : net.parameters()) now.push_back(p.grad());
        for (std::size_t i = 0; i < before.size(); ++i) CHECK(identical(now[i], before[i]));
        before = now;
      }
    }
  }
}

TEST_CASE(
    "a recurrent net goes on from the state that it was left in, token by token, rows in another order") {
  Rng rng(3);
  const LSTM net(4, 18, rng, {.layers = 2});
  const NoGrad no_grad;
  const Variable x(rng.normal({3, 9, 4}));
  const auto [whole, end] = net(x);
  RecurrentState state;
  for (std::int64_t t = 0; t < 9; ++t) {
    const auto [y, next] = net(slice(x, 1, t, t + 1), {.initial = state});
    state = next;
    const Array expected = slice(whole, 1, t, t + 1).value();
    CHECK(farthest(y.value(), expected) < 1e-5);
  }
  CHECK(farthest(state.cell.value(), end.cell.value()) < 1e-5);
  const RecurrentState picked = state.select({2, 0, 2, 2});
  REQUIRE(picked.cell.shape() == Shape{2, 4, 18});
  CHECK(picked.cell.value().at({1, 0, 4}) == state.cell.value().at({1, 2, 4}));
  CHECK(picked.hidden.value().at({0, 1, 4}) == state.hidden.value().at({0, 0, 4}));
  CHECK(!RecurrentState().select({0}).hidden.defined());
  CHECK_THROWS_AS(state.select({3}), ShapeError);
}

TEST_CASE("recurrent nets refuse what does not fit") {
  Rng rng(4);
  const GRU net(4, 3, rng);
  const Variable x(Array::zeros({2, 5, 4})), state(Array::zeros({1, 2, 3}));
  CHECK_THROWS_WITH(net(x, {.initial = {.hidden = Variable(Array::zeros({2, 3}))}}),
                    Catch::Contains("(1, 2, 3)"));
  CHECK_THROWS_WITH(net(x, {.initial = {.hidden = state, .cell = state}}), Catch::Contains("of LSTM alone"));
  const LSTM lstm(4, 3, rng);
  CHECK_THROWS_WITH(lstm(x, {.initial = {.hidden = state}}), Catch::Contains("hidden and cell state, or"));
  CHECK_THROWS_WITH(lstm(x, {.initial = {.cell = state}}), Catch::Contains("hidden and cell state, or"));
  CHECK_THROWS_AS(LSTM(4, 0, rng), UsageError);
  CHECK_THROWS_AS(LSTM(4, 3, rng, {.layers = 0}), UsageError);
}

TEST_CASE("recurrent weights start between -1/√H and 1/√H, whatever the number of inputs") {
  Rng rng(5);
  for (const auto& [name, weight] : LSTM(50, 16, rng).named_parameters()) {
    INFO(name);
    const double most = farthest(weight.value(), Array::zeros(weight.shape()));
    CHECK((most > 0.2 && most <= 0.25));
  }
}

TEST_CASE("between recurrent layers outputs are dropped, behind the last one they are not", "[dropout]") {
  Rng rng(6);
  const Variable x(rng.normal({2, 5, 3}));
  const auto passes_differ = [&](std::int64_t layers, bool training) {
    const LSTM net(3, 4, rng, {.layers = layers, .dropout = 0.5});
    if (!training) net.eval();
    return !identical(net(x).output.value(), net(x).output.value());
  };
  CHECK(passes_differ(2, true));
  CHECK_FALSE(passes_differ(2, false));
  CHECK_FALSE(passes_differ(1, true));
}

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
