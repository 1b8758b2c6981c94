#include "exercises/learn.hpp"

//~ wrong overwrite M10
//~ wrong inputs_first
std::vector<int> depth_first(const std::vector<std::vector<int>>& inputs, int output) {
  std::vector<bool> seen(inputs.size(), false);
  std::vector<int> order;
  const std::function<void(int)> visit = [&](int node) {
    if (seen[node]) return;
    seen[node] = true;
    for (const int input : inputs[node]) visit(input);
    order.push_back(node);
  };
  visit(output);
  return order;
}
//~ wrong preorder M11, recursion_once M11 like inputs_first: order.push_back(node); => for (const int child : inputs[node]) visit(child); | for (const int input : inputs[node]) visit(input); => order.push_back(node);
//~ end
/// An order of the nodes in which every node comes before all nodes it was computed from.
/// inputs[n] are the nodes that node n was computed from (none for a leaf; a node used twice is there twice).
/// The numbers say nothing about when a node was computed. The order contains every node that output
/// depends on, once, `output` the first of them. Others may be anywhere in it, or be left out.
std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output) {
  //~ stub
  // 1. Which nodes does `output` depend on?
  // 2. When may a node be placed? What has to come before it?
  // 3. A chain may be 400,000 nodes long: would your call stack survive it?
  return not_written("backward_order");
  //~ solution
  std::vector<int> users(inputs.size(), 0);  // uses by reachable nodes that are not placed yet
  //~ wrong counts_unreachable: (inputs.size(), 0); => (inputs.size(), 0); for (const auto& list : inputs) for (const int input : list) ++users[input];
  //~ end
  //~ solution
  std::vector<bool> seen(inputs.size(), false);
  std::vector<int> reachable{output};
  seen[output] = true;
  for (std::size_t next = 0; next < reachable.size(); ++next) {
    for (const int input : inputs[reachable[next]]) {
      ++users[input];
      if (!seen[input]) {
        seen[input] = true;
        reachable.push_back(input);
      }
    }
  }
  //~ wrong counts_unreachable: ++users[input]; =>
  //~ wrong counts_users: const int input => const int& input | ++users[input]; => if (std::find(inputs[reachable[next]].data(), &input, input) == &input) ++users[input];
  //~ end
  //~ solution
  std::vector<int> order{output};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const int node = order[next];
    for (const int input : inputs[node]) {
      if (--users[input] == 0) order.push_back(input);
    }
  }
  //~ wrong every_path M11
  std::vector<int> order, waiting{output};
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    order.push_back(node);
    for (std::size_t i = inputs[node].size(); i-- > 0;) waiting.push_back(inputs[node][i]);
  }
  //~ wrong by_number M11
  std::vector<int> order;
  for (int node = static_cast<int>(inputs.size()) - 1; node >= 0; --node)
    if (seen[node]) order.push_back(node);
  //~ wrong counts_once: const int input => const int& input | if (-- => if (std::find(inputs[node].data(), &input, input) == &input && --
  //~ end
  //~ solution
  return order;
  //~ wrong level_order M11: order => reachable
  //~ wrong preorder M11, inputs_first: order => depth_first(inputs, output)
  //~ end
}

/// The gradient of every node: d(output) / d(node); 0 for a node that output does not depend on.
/// local[n][i] is the derivative of node n with respect to inputs[n][i].
std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output) {
  //~ stub
  // The output's gradient is 1. Visit the nodes in your order; each passes on its complete gradient once.
  return not_written("backward_sweep");
  //~ solution
  std::vector<double> grad(inputs.size(), 0);
  grad[output] = 1;
  //~ wrong no_seed: grad[output] = 1; =>
  //~ wrong seed_at_the_end: grad[output] => grad.back()
  //~ end
  //~ solution
  for (const int node : backward_order(inputs, output)) {
    for (std::size_t i = 0; i < inputs[node].size(); ++i)
      grad[inputs[node][i]] += local[node][i] * grad[node];
  }
  //~ wrong first_local_for_all: local[node][i] => local[node][0]
  //~ wrong recursion_once M11: backward_order => depth_first
  //~ wrong recursion M11
  const std::function<void(int)> visit = [&](int node) {
    for (std::size_t i = 0; i < inputs[node].size(); ++i)
      grad[inputs[node][i]] += local[node][i] * grad[node];
    for (const int input : inputs[node]) visit(input);
  };
  visit(output);
  //~ wrong stack M11
  std::vector<bool> seen(inputs.size(), false);
  std::vector<int> waiting{output};
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    for (std::size_t i = 0; i < inputs[node].size(); ++i) {
      grad[inputs[node][i]] += local[node][i] * grad[node];
      waiting.push_back(inputs[node][i]);
    }
  }
  //~ wrong each_input_once: +i) => +i) if (std::find(inputs[node].begin(), inputs[node].begin() + static_cast<std::ptrdiff_t>(i), inputs[node][i]) == inputs[node].begin() + static_cast<std::ptrdiff_t>(i))
  //~ wrong locals_reversed: local[node][i] => local[node][local[node].size() - 1 - i]
  //~ wrong overwrite M10: ]] += => ]] =
  //~ wrong ignores_upstream M09: * grad[node]; => ;
  //~ wrong no_local: local[node][i] * grad => grad
  //~ end
  //~ solution
  return grad;
  //~ end
}
