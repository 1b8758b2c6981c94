#include "exercises/demos/picture.hpp"
#include "exercises/grading/costs.hpp"
#include "exercises/grading/exercise.hpp"

given::Value add(const given::Value& a, const given::Value& b);
given::Value multiply(const given::Value& a, const given::Value& b);
given::Value tanh_of(const given::Value& x);
given::Value detach(const given::Value& x);
void backward(const given::Value& output);
given::Value neuron(const std::vector<given::Value>& weights, const std::vector<given::Value>& inputs,
                    const given::Value& bias);

using given::Value;
using Values = std::vector<Value>;

namespace {

struct Graph {
  std::string label;
  std::string op;  // x leaf, + sum, * product, t tanh, d detach
  std::vector<int> left, right;
};

// A case holds the places of the letters in "x+*td".
void add_graphs(Cases& cases, Draw& draw, const std::vector<Graph>& graphs) {
  bool first = true;
  for (const Graph& graph : graphs) {
    const int size = static_cast<int>(graph.op.size());
    std::vector<int> op;
    for (const char c : graph.op) op.push_back(static_cast<int>(std::string("x+*td").find(c)));
    Tensor data = draw.normal({size});
    if (first) {
      for (int i = 0; i < size; ++i) data(i) = i < 2 ? 2 + i : 0;
    }
    first = false;
    cases.add(graph.label)
        .ids("op", op)
        .ids("left", graph.left)
        .ids("right", graph.right)
        .tensor("data", data);
  }
}

Values build(const Case& c) {
  const std::vector<int> op = c.ids("op"), left = c.ids("left"), right = c.ids("right");
  Values values;
  for (std::size_t i = 0; i < op.size(); ++i) {
    if (op[i] == 0) values.push_back(given::value(c.tensor("data")(static_cast<int>(i))));
    if (op[i] == 1) values.push_back(add(values[left[i]], values[right[i]]));
    if (op[i] == 2) values.push_back(multiply(values[left[i]], values[right[i]]));
    if (op[i] == 3) values.push_back(tanh_of(values[left[i]]));
    if (op[i] == 4) values.push_back(detach(values[left[i]]));
  }
  return values;
}

/// Returns the graph of y, whose leaves have these names. Sum and product are told apart by their values.
std::string drawn(const Value& y, const std::map<Value, std::string>& leaves, const char* gradient) {
  std::map<Value, int> places;
  std::vector<heed::demos::GraphNode> nodes;
  const auto place = [&](const auto& self, const Value& value) -> int {
    if (const auto found = places.find(value); found != places.end()) return found->second;
    std::vector<int> operands;
    for (const Value& input : value->inputs) operands.push_back(self(self, input));
    const auto name = leaves.find(value);
    const std::string sign = name != leaves.end()        ? name->second
                             : value->inputs.empty()     ? "value"
                             : value->inputs.size() == 1 ? "tanh"
                             : std::abs(value->inputs[0]->data + value->inputs[1]->data - value->data) < 1e-9
                                 ? "+"
                                 : "·";
    nodes.push_back(
        {fmt::format("{} = {:.3g}, {} {:.3g}", sign, value->data, gradient, value->grad), operands});
    return places[value] = static_cast<int>(nodes.size()) - 1;
  };
  place(place, y);
  return heed::demos::graph(nodes);
}

Tensor grads(const Values& values) {
  Tensor result({static_cast<int>(values.size())});
  for (int i = 0; i < result.size(); ++i) result(i) = values[i]->grad;
  return result;
}

std::vector<Graph> graphs() {
  return {
      {"(x + y) · y", "xx+*", {-1, -1, 0, 2}, {-1, -1, 1, 1}},
      {"x + y", "xx+", {-1, -1, 0}, {-1, -1, 1}},
      {"x · y", "xx*", {-1, -1, 0}, {-1, -1, 1}},
      {"tanh(x)", "xt", {-1, 0}, {-1, -1}},
      {"x · x", "x*", {-1, 0}, {-1, 0}},
      {"tanh(x) · (x + tanh(x))", "xt+*", {-1, 0, 0, 1}, {-1, -1, 1, 2}},
      {"(x · y + x) · (x · y)", "xx*+*", {-1, -1, 0, 2, 3}, {-1, -1, 1, 0, 2}},
      {"b · (b + a), a = x + x, b = a · x", "x+*+*", {-1, 0, 1, 2, 2}, {-1, 0, 0, 1, 3}},
      {"tanh(a · y) · (a + y), a = x · y", "xx**t+*", {-1, -1, 0, 2, 3, 2, 4}, {-1, -1, 1, 1, -1, 1, 5}},
      {"(y + x + x + x) + y · y, y = tanh(x)", "xt*++++", {-1, 0, 1, 1, 3, 4, 5}, {-1, -1, 1, 0, 0, 0, 2}},
      {"y · y + (y + x + x + x), y = tanh(x)", "xt*++++", {-1, 0, 1, 1, 3, 4, 2}, {-1, -1, 1, 0, 0, 0, 5}},
      {"a leaf alone", "x", {-1}, {-1}},
  };
}

std::vector<Graph> detached() {
  return {
      {"y · detach(y), y = x · x", "xx*d*", {-1, -1, 0, 2, 2}, {-1, -1, 0, -1, 3}},
      {"detach(x) · x", "xd*", {-1, 0, 1}, {-1, -1, 0}},
      {"detach(x)", "xd", {-1, 0}, {-1, -1}},
      {"detach(x · y) + y", "xx*d+", {-1, -1, 0, 2, 3}, {-1, -1, 1, -1, 1}},
      {"tanh(x) · (detach(tanh(x)) + x)", "xtd+*", {-1, 0, 1, 2, 1}, {-1, -1, -1, 0, 3}},
  };
}

Values leaves(const Tensor& data) {
  Values values;
  for (const double number : data.values()) values.push_back(given::value(number));
  return values;
}

}  // namespace

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  e.part(
      "values", {.points = 1},
      [](Case& c) {
        Tensor data({static_cast<int>(c.ids("op").size())});
        const Values values = build(c);
        for (int i = 0; i < data.size(); ++i) data(i) = values[i]->data;
        c.give("data", data);
      },
      [](Cases& cases, Draw& draw) {
        add_graphs(cases, draw, graphs());
        add_graphs(cases, draw, detached());
        cases.add("tanh(x) + tanh(y), both far from 0")
            .ids("op", {0, 0, 3, 3, 1})
            .ids("left", {-1, -1, 0, 1, 2})
            .ids("right", {-1, -1, -1, -1, 3})
            .tensor("data", Tensor::of({5}, {1000, -900, 0, 0, 0}));
      });
  e.part(
      "gradients", {.points = 4},
      [](Case& c) {
        const Values values = build(c);
        backward(values.back());
        c.give("grad", grads(values));
      },
      [](Cases& cases, Draw& draw) { add_graphs(cases, draw, graphs()); });
  e.part(
      "again", {.points = 2},
      [](Case& c) {
        const Values values = build(c);
        backward(values.back());
        backward(values.back());
        c.give("grad_after_two_calls", grads(values));
      },
      [](Cases& cases, Draw& draw) { add_graphs(cases, draw, graphs()); });
  e.part(
      "detach", {.points = 1},
      [](Case& c) {
        const Values values = build(c);
        backward(values.back());
        c.give("grad", grads(values));
        int has_inputs = 0;
        for (std::size_t i = 0; i < values.size(); ++i)
          if (c.ids("op")[i] == 4 && !values[i]->inputs.empty()) has_inputs = 1;
        c.give("detached_has_inputs", has_inputs);
        c.give("grad_of_one_detached_later", detach(values.front())->grad);
      },
      [](Cases& cases, Draw& draw) { add_graphs(cases, draw, detached()); });
  e.part(
      "neuron", {.points = 1},
      [](Case& c) {
        const Values weights = leaves(c.tensor("weights")), inputs = leaves(c.tensor("inputs"));
        const Value bias = given::value(c.number("bias")), y = neuron(weights, inputs, bias);
        backward(y);
        c.give("y", y->data);
        c.give("grad_of_weights", grads(weights));
        c.give("grad_of_inputs", grads(inputs));
        c.give("grad_of_bias", bias->grad);
      },
      [](Cases& cases, Draw& draw) {
        for (const int inputs : {2, 1, 3, 4, 6}) {
          cases.add(fmt::format("{} input{}", inputs, inputs == 1 ? "" : "s"))
              .tensor("weights", draw.normal({inputs}))
              .tensor("inputs", draw.normal({inputs}))
              .number("bias", draw.normal({1})(0));
        }
      });
  e.part(
      "memory", {.points = 1},
      [](Case& c) {
        heed::grading::Nodes nodes;
        {
          const Values values = build(c);
          for (const Value& value : values) nodes.show(value);
          backward(values.back());
        }
        c.give("nodes_left_in_memory", nodes.held());
      },
      [](Cases& cases, Draw& draw) { add_graphs(cases, draw, graphs()); });
  e.now([](Demo& d) {
    constexpr int hidden = 4, steps = 400;
    Draw draw(3);
    Values parameters;
    for (const double w : draw.normal({hidden * 3 + hidden + 1}).values())
      parameters.push_back(given::value(w));
    const auto net = [&](double a, double b) {
      const Values inputs{given::value(a), given::value(b)};
      Values layer;
      for (int h = 0; h < hidden; ++h) {
        const auto at = parameters.begin() + 3 * h;
        layer.push_back(neuron({at[0], at[1]}, inputs, at[2]));
      }
      return neuron({parameters.begin() + 3 * hidden, parameters.end() - 1}, layer, parameters.back());
    };
    double first = 0, last = 0;
    for (int step = 0; step < steps; ++step) {
      Value loss = given::value(0);
      for (int i = 0; i < 4; ++i) {
        const double target = (i % 2 != i / 2) ? 1 : 0;
        const Value error = add(net(i / 2, i % 2), given::value(-target));
        loss = add(loss, multiply(error, error));
      }
      (step == 0 ? first : last) = loss->data;
      backward(loss);
      for (const Value& p : parameters) p->data -= 0.2 * std::exchange(p->grad, 0);
    }
    std::string table;
    for (int i = 0; i < 4; ++i)
      table += fmt::format("\n  {} xor {}  →  {:.3f}", i / 2, i % 2, net(i / 2, i % 2)->data);
    d.say(fmt::format(
              "A net of {} of your neurons learnt XOR with your engine ({} steps, loss {:.3f} → {:.5f}):{}",
              hidden + 1, steps, first, last, table),
          fmt::format("여러분의 뉴런 {}개로 된 망이 여러분의 엔진으로 XOR을 배웠습니다({}단계, 손실 {:.3f} → "
                      "{:.5f}):{}",
                      hidden + 1, steps, first, last, table));
    const Values weights{given::value(0.5), given::value(-1)}, inputs{given::value(3), given::value(1)};
    const Value bias = given::value(0.1), y = neuron(weights, inputs, bias);
    backward(y);
    const std::map<Value, std::string> names{
        {weights[0], "w₀"}, {weights[1], "w₁"}, {inputs[0], "x₀"}, {inputs[1], "x₁"}, {bias, "b"}};
    d.say("The graph that your neuron built:" + drawn(y, names, "gradient"),
          "여러분의 뉴런이 만든 그래프입니다." + drawn(y, names, "기울기"));
  });
}
