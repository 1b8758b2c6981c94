#include "exercises/grading/exercise.hpp"

std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output);
std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output);

namespace {

using Edges = std::vector<std::vector<int>>;

struct Graph {
  std::string label;
  Edges inputs;
  int output;
};

// Graphs look the same when every list of inputs is read from the back, so that a wrong order shows itself
// alike whether its author reads the lists forwards or backwards.
std::vector<Graph> graphs() {
  return {
      {"a diamond: 3 uses 1 and 2, both use 0", {{}, {0}, {0}, {1, 2}}, 3},
      {"x · x", {{}, {0, 0}}, 1},
      {"a leaf alone", {{}}, 0},
      {"a chain whose numbers are mixed", {{2}, {}, {3}, {1}}, 0},
      {"a short way and two long ways", {{}, {0}, {0}, {1, 0, 2}}, 3},
      {"the square of such a graph, and a leaf that is not used", {{}, {0}, {0}, {}, {1, 0, 2}, {4, 4}}, 5},
      {"leaves on both sides of a longer way", {{}, {}, {1}, {0, 2, 4}, {}}, 3},
      {"a diamond numbered from the output", {{1, 2}, {3}, {3}, {}}, 0},
      {"a branch that the output does not use", {{}, {0}, {0}, {1, 2}, {0, 3}, {4}}, 3},
      {"two diamonds, one on the other", {{5, 3}, {6, 4}, {}, {1}, {2}, {1}, {2}}, 0},
      {"a lattice of three by three", {{}, {0}, {0}, {1}, {1, 2}, {2}, {3, 4}, {4, 5}, {6, 7}}, 8},
      {"a square, and a longer way to what it squares", {{}, {0}, {1, 1}, {1}, {3}, {4}, {5, 2, 5}}, 6},
      {"the lattice, other numbers", {{6}, {4, 8}, {6, 5}, {}, {0, 2}, {3}, {3}, {5}, {2, 7}}, 1},
      {"a chain of 2 nodes", {{1}, {}}, 0},
  };
}

std::vector<bool> needed(const Edges& inputs, int output) {
  std::vector<bool> result(inputs.size(), false);
  std::vector<int> waiting{output};
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    if (result[node]) continue;
    result[node] = true;
    waiting.insert(waiting.end(), inputs[node].begin(), inputs[node].end());
  }
  return result;
}

// Many orders are right: what is compared is what makes an order right.
void judge(Case& c, const Edges& inputs, int output, const std::vector<int>& order) {
  const int size = static_cast<int>(inputs.size());
  std::vector<int> place(inputs.size(), -1);
  bool each_once = true;
  for (int i = 0; i < static_cast<int>(order.size()); ++i) {
    if (order[i] < 0 || order[i] >= size) {
      throw std::runtime_error(
          fmt::format("the order holds {}, but the nodes are 0 to {}", order[i], size - 1));
    }
    if (place[order[i]] >= 0) each_once = false;
    if (place[order[i]] < 0) place[order[i]] = i;
  }
  const std::vector<bool> need = needed(inputs, output);
  bool all_there = true, users_first = true;
  for (int node = 0; node < size; ++node) {
    if (!need[node]) continue;
    if (place[node] < 0) all_there = false;
    for (const int input : inputs[node]) {
      if (place[node] >= 0 && place[input] >= 0 && place[input] < place[node]) users_first = false;
    }
  }
  if (order.size() <= 50) c.show("order", order);
  c.give("all_needed_nodes_there", all_there ? 1 : 0);
  c.give("each_node_once", each_once ? 1 : 0);
  c.give("users_before_inputs", users_first ? 1 : 0);
}

Edges edges_of(Case& c) {
  Edges inputs(c.integer("nodes"));
  const std::vector<int> node = c.ids("node"), input = c.ids("input");
  for (std::size_t i = 0; i < node.size(); ++i) inputs[node[i]].push_back(input[i]);
  return inputs;
}

// The edges in two lists: node[i] was computed from input[i].
auto& add_graph(Cases& cases, const Graph& graph) {
  std::vector<int> node, input;
  for (int n = 0; n < static_cast<int>(graph.inputs.size()); ++n) {
    for (const int i : graph.inputs[n]) node.push_back(n), input.push_back(i);
  }
  return cases.add(graph.label)
      .integer("nodes", static_cast<int>(graph.inputs.size()))
      .integer("output", graph.output)
      .ids("node", node)
      .ids("input", input);
}

// A tower of diamonds: 3·size + 1 nodes, but 2^size paths from the top to the bottom.
Edges ladder(int size) {
  Edges inputs{{}};
  for (int i = 0; i < size; ++i) {
    const int below = static_cast<int>(inputs.size()) - 1;
    inputs.push_back({below});
    inputs.push_back({below});
    inputs.push_back({below + 1, below + 2});
  }
  return inputs;
}

Edges chain(int size) {
  Edges inputs(size);
  for (int i = 1; i < size; ++i) inputs[i] = {i - 1};
  return inputs;
}

}  // namespace

void describe(Exercise& e) {
  e.without({"Variable::backward"});
  e.part(
      "order", {.points = 4},
      [](Case& c) {
        const Edges inputs = edges_of(c);
        judge(c, inputs, c.integer("output"), backward_order(inputs, c.integer("output")));
      },
      [](Cases& cases, Draw&) {
        for (const Graph& graph : graphs()) add_graph(cases, graph);
      });
  e.part(
      "sweep", {.points = 3},
      [](Case& c) {
        const Edges inputs = edges_of(c);
        std::vector<std::vector<double>> local(inputs.size());
        const Tensor values = c.tensor("local");
        const std::vector<int> node = c.ids("node");
        for (std::size_t i = 0; i < node.size(); ++i)
          local[node[i]].push_back(values.flat(static_cast<int>(i)));
        const std::vector<double> grad = backward_sweep(inputs, local, c.integer("output"));
        c.give("grad", Tensor::of({static_cast<int>(grad.size())}, grad));
      },
      [](Cases& cases, Draw& draw) {
        bool first = true;
        for (const Graph& graph : graphs()) {
          int edges = 0;
          for (const auto& list : graph.inputs) edges += static_cast<int>(list.size());
          Tensor local = draw.normal({edges});
          if (first) local = Tensor::of({4}, {2, 3, 10, 1});
          first = false;
          add_graph(cases, graph).tensor("local", local);
        }
        add_graph(cases, {"some derivatives are 0", {{}, {}, {0, 1}, {2, 0}}, 3})
            .tensor("local", Tensor::of({4}, {0, 2, 3, 0}));
      });
  const auto order_and_gradient = [](Case& c, const Edges& inputs, double local) {
    const int output = static_cast<int>(inputs.size()) - 1;
    judge(c, inputs, output, backward_order(inputs, output));
    std::vector<std::vector<double>> locals;
    for (const auto& list : inputs) locals.emplace_back(list.size(), local);
    c.give("grad_of_node_0", backward_sweep(inputs, locals, output).at(0));
  };
  // 60 diamonds have 2^60 paths: who walks them all does not come to an end.
  e.part(
      "many_paths", {.points = 1, .fatal = true},
      [=](Case& c) { order_and_gradient(c, ladder(c.integer("diamonds")), 0.5); },
      [](Cases& cases, Draw&) {
        for (const int diamonds : {1, 2, 5, 50, 60}) {
          cases.add(fmt::format("a tower of {} diamonds", diamonds)).integer("diamonds", diamonds);
        }
      });
  // A chain is as deep as it is long.
  e.part(
      "deep_chain", {.points = 2, .fatal = true},
      [=](Case& c) { order_and_gradient(c, chain(c.integer("nodes")), -1); },
      [](Cases& cases, Draw&) {
        for (const int nodes : {2, 3, 1, 100, 1000, 400000}) {
          cases.add(fmt::format("a chain of {} node{}", nodes, nodes == 1 ? "" : "s"))
              .integer("nodes", nodes);
        }
      });

  e.now([](Demo& d) {
    // A memory that loses a hundred-thousandth at each of 100,000 steps.
    const int steps = 100000;
    const Edges memory = chain(steps + 1);
    std::vector<std::vector<double>> local(memory.size(), std::vector<double>(1, 1 - 1.0 / steps));
    local[0].clear();
    const double left = backward_sweep(memory, local, steps)[0];
    d.say(fmt::format("Through {} steps, each of which passes on 0.99999 of it, your sweep brings {:.4f} of "
                      "the gradient back "
                      "to the first (1/e is 0.3679).",
                      steps, left),
          fmt::format("0.99999배씩 넘기는 단계 {}개를 거슬러, 여러분의 코드가 기울기의 {:.4f}배를 처음까지 "
                      "되돌려 주었습니다"
                      "(1/e는 0.3679).",
                      steps, left));
  });
}
