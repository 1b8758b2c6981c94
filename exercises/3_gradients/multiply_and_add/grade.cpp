#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

void add_backward(given::Tape& tape, int node);
void multiply_backward(given::Tape& tape, int node);
void backward(given::Tape& tape);

using given::Tape;

namespace {

// A case holds a tape as `op` (0 leaf, 1 sum, 2 product), `left`, `right`, and the values of the leaves in
// `data`.
Tape tape_of(const std::vector<int>& op, const std::vector<int>& left, const std::vector<int>& right) {
  Tape tape;
  for (std::size_t i = 0; i < op.size(); ++i) {
    tape.push_back({.op = "x+*"[op[i]], .left = left[i], .right = right[i], .data = 0, .grad = 0});
  }
  return tape;
}

void forward(Tape& tape, const Tensor& data) {
  for (int i = 0; i < static_cast<int>(tape.size()); ++i) {
    auto& node = tape[i];
    if (node.op == 'x') node.data = data(i);
    if (node.op == '+') node.data = tape[node.left].data + tape[node.right].data;
    if (node.op == '*') node.data = tape[node.left].data * tape[node.right].data;
  }
}

Tensor gradients(const Tape& tape) {
  Tensor result({static_cast<int>(tape.size())});
  for (int i = 0; i < result.size(); ++i) result.flat(i) = tape[i].grad;
  return result;
}

struct Graph {
  std::string label;
  std::vector<int> op, left, right;
};

std::vector<Graph> graphs() {
  return {
      {"(x + y) · y", {0, 0, 1, 2}, {-1, -1, 0, 2}, {-1, -1, 1, 1}},
      {"x · x", {0, 2}, {-1, 0}, {-1, 0}},
      {"x + x", {0, 1}, {-1, 0}, {-1, 0}},
      {"(x · y + x) · (x · y)", {0, 0, 2, 1, 2}, {-1, -1, 0, 2, 3}, {-1, -1, 1, 0, 2}},
      {"a · a + (a + b), a = x · y", {0, 0, 2, 2, 1, 1}, {-1, -1, 0, 2, 2, 3}, {-1, -1, 1, 2, 1, 4}},
      {"b · (b + a), a = x + x, b = a · x", {0, 1, 2, 1, 2}, {-1, 0, 1, 2, 2}, {-1, 0, 0, 1, 3}},
      {"x · x + y, y behind the product", {0, 2, 0, 1}, {-1, 0, -1, 1}, {-1, 0, -1, 2}},
      {"a leaf alone", {0}, {-1}, {-1}},
  };
}

}  // namespace

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  const auto one_node = [](Cases& cases, Draw& draw, int op) {
    const char* sign = op == 1 ? "+" : "·";
    const std::vector<int> first{0, 0, op};
    cases.add(fmt::format("2 {} 3, gradient 10 arrives", sign))
        .ids("op", first)
        .ids("left", {-1, -1, 0})
        .ids("right", {-1, -1, 1})
        .tensor("data", Tensor::of({3}, {2, 3, 0}))
        .tensor("grad", Tensor::of({3}, {0, 0, 10}));
    for (const bool same : {false, true}) {
      for (const bool used_before : {false, true}) {
        Tensor grad = draw.normal({3});
        if (!used_before) grad(0) = grad(1) = 0;
        cases.add(fmt::format("x {} {}{}", sign, same ? "x" : "y", used_before ? ", used before" : ""))
            .ids("op", first)
            .ids("left", {-1, -1, 0})
            .ids("right", {-1, -1, same ? 0 : 1})
            .tensor("data", draw.normal({3}))
            .tensor("grad", grad);
      }
    }
    cases.add(fmt::format("the right operand stands first: y {} x", sign))
        .ids("op", first)
        .ids("left", {-1, -1, 1})
        .ids("right", {-1, -1, 0})
        .tensor("data", draw.normal({3}))
        .tensor("grad", draw.normal({3}));
    cases.add(fmt::format("0 {} 3", sign))
        .ids("op", first)
        .ids("left", {-1, -1, 0})
        .ids("right", {-1, -1, 1})
        .tensor("data", Tensor::of({3}, {0, 3, 0}))
        .tensor("grad", draw.normal({3}));
  };
  const auto one_step = [](Case& c) {
    Tape tape = tape_of(c.ids("op"), c.ids("left"), c.ids("right"));
    forward(tape, c.tensor("data"));
    for (int i = 0; i < 3; ++i) tape[i].grad = c.tensor("grad")(i);
    if (tape[2].op == '+') add_backward(tape, 2);
    if (tape[2].op == '*') multiply_backward(tape, 2);
    c.give("grad_after", gradients(tape));
  };
  const auto whole_graphs = [](Cases& cases, Draw& draw) {
    bool first = true;
    for (const Graph& graph : graphs()) {
      const int size = static_cast<int>(graph.op.size());
      Tensor data = draw.normal({size}), new_data = draw.normal({size});
      if (first) data = Tensor::of({4}, {2, 3, 0, 0}), new_data = Tensor::of({4}, {1, 4, 0, 0});
      first = false;
      cases.add(graph.label)
          .ids("op", graph.op)
          .ids("left", graph.left)
          .ids("right", graph.right)
          .tensor("data", data)
          .tensor("new_data", new_data);
    }
    cases.add("(x + y) · y, y = 0")
        .ids("op", graphs()[0].op)
        .ids("left", graphs()[0].left)
        .ids("right", graphs()[0].right)
        .tensor("data", Tensor::of({4}, {2, 0, 0, 0}))
        .tensor("new_data", Tensor::of({4}, {-3, 0, 0, 0}));
  };

  e.part("add", {.points = 2}, one_step, [=](Cases& cases, Draw& draw) { one_node(cases, draw, 1); });
  e.part("multiply", {.points = 3}, one_step, [=](Cases& cases, Draw& draw) { one_node(cases, draw, 2); });
  e.part(
      "graph", {.points = 3},
      [](Case& c) {
        Tape tape = tape_of(c.ids("op"), c.ids("left"), c.ids("right"));
        forward(tape, c.tensor("data"));
        backward(tape);
        c.give("grad", gradients(tape));
      },
      whole_graphs);
  e.part(
      "again", {.points = 2},
      [](Case& c) {
        Tape tape = tape_of(c.ids("op"), c.ids("left"), c.ids("right"));
        forward(tape, c.tensor("data"));
        backward(tape);
        forward(tape, c.tensor("new_data"));
        backward(tape);
        c.give("grad_of_second_sweep", gradients(tape));
      },
      whole_graphs);

  e.now([](Demo& d) {
    // f = (x · x − 2)²: its minimum is where x · x = 2.
    Tape tape = tape_of({0, 0, 2, 1, 2}, {-1, -1, 0, 2, 3}, {-1, -1, 0, 1, 3});
    double x = 1;
    for (int step = 0; step < 50; ++step) {
      forward(tape, Tensor::of({5}, {x, -2, 0, 0, 0}));
      backward(tape);
      x -= 0.05 * tape[0].grad;
    }
    d.say(fmt::format(
              "Fifty steps of gradient descent on (x·x − 2)², with your gradients, found √2 ≈ {:.6f}.", x),
          fmt::format(
              "여러분의 기울기로 (x·x − 2)²을 경사 하강법으로 50번 내려가 √2 ≈ {:.6f}을(를) 찾았습니다.", x));
    forward(tape, Tensor::of({5}, {3, -2, 0, 0, 0}));
    backward(tape);
    const char* const names[] = {"x", "−2", "x·x", "x·x − 2", "(x·x − 2)²"};
    const auto graph = [&](const char* gradient) {
      std::vector<heed::demos::GraphNode> nodes;
      for (const auto& node : tape) {
        nodes.push_back({fmt::format("{} = {}, {} {}", names[nodes.size()], node.data, gradient, node.grad)});
        if (node.op != 'x') nodes.back().operands = {node.left, node.right};
      }
      return heed::demos::graph(nodes);
    };
    d.say("Its graph at x = 3. x is used twice, and its gradient is the sum of both:" + graph("gradient"),
          "x = 3일 때의 그래프입니다. x는 두 번 쓰였고, 그 기울기는 두 몫의 합입니다." + graph("기울기"));
  });
}
