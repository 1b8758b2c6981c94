// Rows of autograd/ops/recurrent.hpp.
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

}  // namespace

void add_sequence_rows(OpTable& table) { add_recurrent(table); }

}  // namespace heed::testing
