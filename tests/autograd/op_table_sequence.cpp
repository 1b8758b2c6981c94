// Rows of autograd/ops/recurrent.hpp, convolution.hpp, pooling.hpp, rms_norm.hpp and selective_scan.hpp.
#include <array>
#include <tuple>

#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

struct RecurrentRow {
  std::int64_t batch, steps, in, hidden;
  bool bias = true, states = false;
  TimeOrder order = TimeOrder::forward;
  std::vector<std::int64_t> lengths{};
};

void add_recurrent(OpTable& t) {
  const auto row = [&](const std::string& name, RecurrentCell cell, const RecurrentRow& r) {
    const std::int64_t gates = gate_count(cell) * r.hidden;
    std::vector<Shape> shapes{{r.batch, r.steps, r.in}, {gates, r.in}, {gates, r.hidden}};
    if (r.bias) shapes.insert(shapes.end(), 2, {gates});
    if (r.states)
      shapes.insert(shapes.end(), static_cast<std::size_t>(state_count(cell)), {r.batch, r.hidden});
    t.add("recurrent", name, shapes, [=](const Inputs& in) {
      RecurrentWeights weights{in[1], in[2]};
      if (r.bias) weights.input_bias = in[3], weights.hidden_bias = in[4];
      RecurrentOptions options{.cell = cell, .order = r.order, .lengths = r.lengths};
      const std::size_t states = r.bias ? 5 : 3;
      if (r.states) options.initial_hidden = in[states];
      if (r.states && cell == RecurrentCell::lstm) options.initial_cell = in[states + 1];
      return recurrent(in[0], weights, options);
    });
  };
  for (const auto& [name, cell] : {std::pair{"tanh", RecurrentCell::tanh},
                                   {"relu", RecurrentCell::relu},
                                   {"lstm", RecurrentCell::lstm},
                                   {"gru", RecurrentCell::gru}}) {
    const std::string prefix = std::string(name) + '_';
    row(prefix + "one", cell, {1, 1, 1, 1});
    row(prefix + "plain", cell, {2, 3, 4, 5});
    row(prefix + "no_bias", cell, {1, 4, 2, 3, false});
    row(prefix + "reverse", cell, {2, 3, 2, 3, true, false, TimeOrder::reverse});
    row(prefix + "states", cell, {3, 4, 2, 3, true, true, TimeOrder::forward, {4, 1, 3}});
    row(prefix + "reverse_states", cell, {3, 4, 2, 3, true, true, TimeOrder::reverse, {2, 4, 0}});
    // not of relu: of so many corners the large steps that float needs meet one
    if (cell != RecurrentCell::relu) row(prefix + "many_rows", cell, {19, 2, 2, 1, true, true});
    row(prefix + "empty", cell, {0, 2, 3, 2, true, true});
  }
}

void add_convolutions(OpTable& t) {
  using Pair = std::array<std::int64_t, 2>;
  const auto conv = [&](const std::string& name, const Shape& x, const Shape& w, Window o = {},
                        bool bias = true) {
    std::vector<Shape> shapes{x, w};
    if (bias) shapes.push_back({w[0]});
    t.add("conv2d", name, shapes,
          [=](const Inputs& in) { return conv2d(in[0], in[1], bias ? in[2] : Variable(), o); });
  };
  conv("one", {1, 1, 1, 1}, {1, 1, 1, 1});
  conv("plain", {2, 2, 4, 5}, {3, 2, 2, 3});
  conv("no_bias", {1, 3, 3, 3}, {2, 3, 3, 1}, {}, false);
  conv("padded", {2, 1, 3, 3}, {2, 1, 3, 3}, {.before = {1, 1}, .after = {1, 1}});
  conv("strided", {1, 2, 5, 7}, {2, 2, 2, 3}, {.stride = {2, 3}, .before = {1, 0}, .after = {0, 2}});
  conv("dilated", {1, 2, 5, 6}, {2, 2, 2, 2},
       {.stride = {1, 2}, .dilation = {3, 2}, .before = {2, 1}, .after = {0, 3}});
  conv("many", {19, 1, 2, 2}, {1, 1, 2, 1});
  conv("far_padding", {1, 1, 2, 2}, {1, 1, 2, 2}, {.before = {3, 3}, .after = {3, 3}});
  conv("empty", {0, 2, 3, 3}, {2, 2, 2, 2});

  const auto line = [&](const std::string& name, const Shape& x, const Shape& w, Conv1dOptions o = {},
                        bool bias = true) {
    std::vector<Shape> shapes{x, w};
    if (bias) shapes.push_back({w[0]});
    t.add("conv1d", name, shapes,
          [=](const Inputs& in) { return conv1d(in[0], in[1], bias ? in[2] : Variable(), o); });
  };
  line("one", {1, 1, 1}, {1, 1, 1});
  line("plain", {2, 3, 7}, {4, 3, 3});
  line("causal", {2, 2, 5}, {3, 2, 3}, {.dilation = 2, .before = 4});
  line("strided", {1, 2, 9}, {2, 2, 3}, {.stride = 2, .before = 1, .after = 1});
  line("no_bias", {3, 1, 4}, {2, 1, 2}, {}, false);
  line("longer_than_x", {1, 2, 3}, {2, 2, 2}, {.dilation = 5, .before = 5});
  line("empty", {0, 2, 4}, {1, 2, 2});

  for (const auto& [name, x, taps] :
       std::vector<std::tuple<std::string, Shape, std::int64_t>>{{"one", {1, 1, 1}, 1},
                                                                 {"plain", {2, 5, 3}, 4},
                                                                 {"one_tap", {2, 3, 4}, 1},
                                                                 {"long", {1, 2, 3}, 4},
                                                                 {"wide", {1, 3, 35}, 3},
                                                                 {"many", {19, 2, 2}, 2},
                                                                 {"empty", {0, 3, 2}, 2}}) {
    t.add("causal_depthwise_conv1d", name, {x, {x[2], taps}, {x[2]}},
          [](const Inputs& in) { return causal_depthwise_conv1d(in[0], in[1], in[2]); });
  }
  const auto pool = [&](const std::string& name, const Shape& x, Pair size, Pair stride = {},
                        Pair padding = {}) {
    const PoolingOptions o{size, stride, padding};
    t.add("max_pool2d", name, {x}, [o](const Inputs& in) { return max_pool2d(in[0], o); });
  };
  pool("one", {1, 1, 1, 1}, {1, 1});
  pool("plain", {2, 2, 4, 6}, {2, 2});
  pool("left_over", {1, 2, 5, 7}, {2, 3});
  pool("overlapping", {1, 1, 6, 6}, {3, 2}, {1, 1});
  pool("padded", {2, 1, 4, 5}, {3, 3}, {2, 2}, {1, 1});
  pool("gaps", {1, 1, 7, 7}, {2, 2}, {3, 3}, {1, 0});
}

void add_rms_norm(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& x, double eps = 1e-5) {
    t.add("rms_norm", name, {x, {x.dim(-1)}},
          [eps](const Inputs& in) { return rms_norm(in[0], in[1], {.eps = eps}); });
  };
  row("one", {3, 1});
  row("vector", {5});
  row("rows", {3, 7});
  row("batch", {2, 3, 5});
  row("wide", {2, 35});
  row("eps", {3, 5}, 0.5);
  row("empty", {0, 5});
}

/// The goldens are the recurrence as a sum over all earlier tokens.
void add_selective_scan(OpTable& t) {
  const auto row = [&](const std::string& name, std::int64_t batch, std::int64_t steps, std::int64_t d,
                       std::int64_t n) {
    const Shape x{batch, steps, d}, b{batch, steps, n};
    t.add("selective_scan", name, {x, x, {d, n}, b, b, {d}}, [](const Inputs& in) {
      // steps and decays as a model has them: Δ > 0, A < 0
      return selective_scan(in[0], in[1] * in[1] / 8, -(in[2] * in[2]), in[3], in[4], in[5]);
    });
  };
  row("one", 1, 1, 1, 1);
  row("plain", 2, 4, 3, 2);
  row("one_state", 1, 5, 2, 1);
  row("wide", 1, 3, 19, 2);
  row("long", 1, 70, 1, 1);  // over three checkpoints
  row("many_states", 1, 2, 2, 17);
  row("empty", 0, 3, 2, 2);
}

}  // namespace

void add_sequence_rows(OpTable& table) {
  add_recurrent(table);
  add_convolutions(table);
  add_rms_norm(table);
  add_selective_scan(table);
}

}  // namespace heed::testing
