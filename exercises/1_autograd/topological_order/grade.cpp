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

// Graphs look the same when every list of inputs is read from the back, so that a wrong order shows itself alike
// whether its author reads the lists forwards or backwards.
std::vector<Graph> graphs() {
  return {
      {"a diamond: 3 uses 1 and 2, both use 0", {{}, {0}, {0}, {1, 2}}, 3},
      {"x · x", {{}, {0, 0}}, 1},
      {"a leaf alone", {{}}, 0},
      {"a chain whose numbers are mixed", {{2}, {}, {3}, {1}}, 0},
      {"short way and long way", {{}, {0}, {1, 0, 2}, {2, 2}, {}}, 3},
      {"short way and two long ways", {{}, {0}, {0}, {1, 0, 2}}, 3},
      {"a diamond numbered from the output", {{1, 2}, {3}, {3}, {}}, 0},
      {"a branch that the output does not use", {{}, {0}, {0}, {1, 2}, {0, 3}, {4}}, 3},
      {"two diamonds, one on the other", {{5, 3}, {6, 4}, {}, {1}, {2}, {1}, {2}}, 0},
      {"a lattice of three by three", {{}, {0}, {0}, {1}, {1, 2}, {2}, {3, 4}, {4, 5}, {6, 7}}, 8},
      {"the lattice, other numbers", {{6}, {4, 8}, {0, 7}, {}, {0, 2}, {3}, {3}, {6, 5}, {2, 7}}, 1},
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

// Many orders are right: what is compared is what makes an order right. {all needed nodes are there, each node once,
// users before inputs}.
std::vector<double> judge(const Edges& inputs, int output, const std::vector<int>& order) {
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
  return {all_there ? 1.0 : 0.0, each_once ? 1.0 : 0.0, users_first ? 1.0 : 0.0};
}

void give(Case& c, const std::vector<double>& judgement) {
  c.give("all_needed_nodes_there", judgement[0]);
  c.give("each_node_once", judgement[1]);
  c.give("users_before_inputs", judgement[2]);
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

// size diamonds one on the other: 3·size + 1 nodes, but 2^size ways from the top to the bottom.
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
  e.part(
      "order", {.points = 4},
      [](Case& c) {
        const Edges inputs = edges_of(c);
        give(c, judge(inputs, c.integer("output"), backward_order(inputs, c.integer("output"))));
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
        for (std::size_t i = 0; i < node.size(); ++i) local[node[i]].push_back(values.flat(static_cast<int>(i)));
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
      });
  // Diamonds have 2^size paths: remembering nothing takes for ever. A chain is as deep as it is long.
  const auto large_graph = [](const Case& c) {
    return c.integer("diamonds") == 1 ? ladder(c.integer("size")) : chain(c.integer("size"));
  };
  const auto large_graphs = [](Cases& cases, Draw&) {
    const auto add = [&](const char* label, int diamonds, int size) {
      cases.add(label).integer("diamonds", diamonds).integer("size", size);
    };
    add("two diamonds, one on the other", 1, 2);
    add("five diamonds", 1, 5);
    add("60 diamonds", 1, 60);
    add("a chain of 100 nodes", 0, 100);
    add("a chain of 100,000 nodes", 0, 100000);
  };
  e.part(
      "large_order", {.points = 2},
      [=](Case& c) {
        const Edges inputs = large_graph(c);
        const int output = static_cast<int>(inputs.size()) - 1;
        const double seconds = inputs.size() > 10000 ? 2 : 0.1;
        give(c, heed::grading::run_apart([&] { return judge(inputs, output, backward_order(inputs, output)); },
                                         {.cpu_seconds = seconds}));
      },
      large_graphs);
  e.part(
      "large_sweep", {.points = 1},
      [=](Case& c) {
        const Edges inputs = large_graph(c);
        const double seconds = inputs.size() > 10000 ? 2 : 0.1;
        std::vector<std::vector<double>> local;
        for (const auto& list : inputs) local.emplace_back(list.size(), c.integer("diamonds") == 1 ? 0.5 : -1);
        const std::vector<double> grad = heed::grading::run_apart(
            [&] { return backward_sweep(inputs, local, static_cast<int>(inputs.size()) - 1); },
            {.cpu_seconds = seconds});
        c.give("grad_of_node_0", grad.at(0));
      },
      large_graphs);
}
