#include "exercises/learn.hpp"

/// An order of the nodes in which every node stands before all nodes it was computed from.
/// inputs[n] are the nodes that node n was computed from (none for a leaf; a node used twice is there twice).
/// The numbers say nothing about when a node was computed. The order holds every node that output
/// depends on, once, `output` the first of them. Others may stand anywhere in it, or not at all.
std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output) {
  //~ stub
  // 1. Which nodes does `output` depend on at all?
  // 2. When may a node be placed? What has to stand before it?
  // 3. A chain may be 400,000 nodes long: would your call stack survive it?
  return not_written("backward_order");
  //~ solution
  std::vector<int> users(inputs.size(), 0);  // uses by reachable nodes that are not placed yet
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
  //~ wrong preorder M11
  std::vector<bool> seen(inputs.size(), false);
  std::vector<int> order;
  const std::function<void(int)> visit = [&](int node) {
    if (seen[node]) return;
    seen[node] = true;
    order.push_back(node);
    for (const int input : inputs[node]) visit(input);
  };
  visit(output);
  //~ wrong every_path M11
  std::vector<int> order;
  std::vector<int> waiting{output};
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    order.push_back(node);
    for (std::size_t i = inputs[node].size(); i-- > 0;) waiting.push_back(inputs[node][i]);
  }
  //~ wrong deep_recursion M11 like preorder: order.push_back(node); => | visit(input); => visit(input); order.push_back(node);
  //~ wrong deep_recursion M11 like preorder: visit(output); => visit(output); std::reverse(order.begin(), order.end());
  //~ wrong level_order M11
  std::vector<bool> seen(inputs.size(), false);
  std::vector<int> order{output};
  seen[output] = true;
  for (std::size_t next = 0; next < order.size(); ++next) {
    const int node = order[next];
    for (const int input : inputs[node]) {
      if (!seen[input]) {
        seen[input] = true;
        order.push_back(input);
      }
    }
  }
  //~ wrong level_order_repeats M11
  std::vector<int> order{output};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const int node = order[next];
    for (const int input : inputs[node]) order.push_back(input);
  }
  //~ wrong inputs_first like deep_recursion: std::reverse(order.begin(), order.end()); =>
  //~ wrong by_number M11
  std::vector<bool> reachable(inputs.size(), false);
  std::vector<int> waiting{output};
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    if (reachable[node]) continue;
    reachable[node] = true;
    for (const int input : inputs[node]) waiting.push_back(input);
  }
  std::vector<int> order;
  for (int node = static_cast<int>(inputs.size()) - 1; node >= 0; --node) {
    if (reachable[node]) order.push_back(node);
  }
  //~ wrong counts_unreachable like level_order_repeats: order{output} => users(inputs.size(), 0)
  //~ wrong counts_unreachable like level_order_repeats: for (std::size_t next = 0; next < order.size(); ++next) { =>
  //~ wrong counts_unreachable like level_order_repeats: const int node = order[next]; => for (const auto& list : inputs) {
  //~ wrong counts_unreachable like level_order_repeats: inputs[node]) order.push_back(input) => list) ++users[input]
  //~ wrong counts_users: const int input => const int& input
  //~ wrong counts_users: ++users[input]; => if (std::find(inputs[reachable[next]].data(), &input, input) == &input) ++users[input];
  //~ wrong by_number_from_output M11
  std::vector<int> order;
  for (int node = output; node >= 0; --node) order.push_back(node);
  //~ end
  //~ solution
  std::vector<int> order{output};
  for (std::size_t next = 0; next < order.size(); ++next) {
    const int node = order[next];
    for (const int input : inputs[node]) {
      if (--users[input] == 0) order.push_back(input);
    }
  }
  //~ wrong preorder M11, every_path M11, deep_recursion M11, level_order M11, level_order_repeats M11, inputs_first, by_number M11, by_number_from_output M11
  //~ wrong counts_once: const int input => const int& input | if (-- => if (std::find(inputs[node].data(), &input, input) == &input && --
  //~ wrong ticked_off_too_late: --users[input] == 0 => users[input]-- == 0
  //~ end
  //~ solution
  return order;
  //~ end
}

/// The gradient of every node: d(output) / d(node); 0 for a node that output does not depend on.
/// local[n][i] is the derivative of node n by inputs[n][i].
std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output) {
  //~ stub
  // The output's gradient is 1. Visit the nodes in your order; each hands its complete gradient on, once.
  return not_written("backward_sweep");
  //~ solution
  std::vector<double> grad(inputs.size(), 0);
  grad[output] = 1;
  //~ wrong recursion_once M11
  std::vector<double> grad(inputs.size(), 0);
  std::vector<bool> seen(inputs.size(), false);
  grad[output] = 1;
  const std::function<void(int)> visit = [&](int node) {
    if (seen[node]) return;
    seen[node] = true;
    for (std::size_t i = 0; i < inputs[node].size(); ++i)
      grad[inputs[node][i]] += local[node][i] * grad[node];
    for (const int input : inputs[node]) visit(input);
  };
  visit(output);
  //~ wrong recursion_once_one_by_one M11 like recursion_once: i) => i) {
  //~ wrong recursion_once_one_by_one M11 like recursion_once: for (const int input : inputs[node]) visit(input); => visit(inputs[node][i]); }
  //~ wrong stack M11
  std::vector<double> grad(inputs.size(), 0);
  std::vector<bool> seen(inputs.size(), false);
  grad[output] = 1;
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
  //~ wrong no_seed: grad[output] = 1; =>
  //~ wrong seed_at_the_end: grad[output] => grad.back()
  //~ end
  //~ solution
  for (const int node : backward_order(inputs, output)) {
    for (std::size_t i = 0; i < inputs[node].size(); ++i)
      grad[inputs[node][i]] += local[node][i] * grad[node];
  }
  //~ wrong first_local_for_all: local[node][i] => local[node][0]
  //~ wrong recursion M11: for (const int node : backward_order(inputs, output) => const std::function<void(int)> visit = [&](int node
  //~ wrong recursion M11: } => for (const int input : inputs[node]) visit(input); }; visit(output);
  //~ wrong recursion_one_by_one M11: for (const int node : backward_order(inputs, output) => const std::function<void(int)> visit = [&](int node
  //~ wrong recursion_one_by_one M11: i) => i) { | ]; => ]; visit(inputs[node][i]); | } => } }; visit(output);
  //~ wrong recursion_once M11, recursion_once_one_by_one M11, stack M11
  //~ wrong stack_repeats M11
  std::vector<int> waiting{output};
  while (!waiting.empty()) {
    const int node = waiting.back();
    waiting.pop_back();
    for (std::size_t i = 0; i < inputs[node].size(); ++i) {
      grad[inputs[node][i]] += local[node][i] * grad[node];
      waiting.push_back(inputs[node][i]);
    }
  }
  //~ wrong each_input_once: +i) => +i) if (std::find(inputs[node].begin(), inputs[node].begin() + static_cast<std::ptrdiff_t>(i), inputs[node][i]) == inputs[node].begin() + static_cast<std::ptrdiff_t>(i))
  //~ wrong each_input_once_the_last: +i) => +i) if (std::find(inputs[node].begin() + static_cast<std::ptrdiff_t>(i) + 1, inputs[node].end(), inputs[node][i]) == inputs[node].end())
  //~ wrong locals_reversed: local[node][i] => local[node][local[node].size() - 1 - i]
  //~ wrong overwrite M10: +i) => +i) grad[inputs[node][i]] = local[node][i] * grad[node]; | grad[inputs[node][i]] += local[node][i] * grad[node]; =>
  //~ wrong ignores_upstream M09: +i) => +i) grad[inputs[node][i]] += local[node][i]; | grad[inputs[node][i]] += local[node][i] * grad[node]; =>
  //~ wrong no_local: std::size_t i = 0; i < inputs[node].size(); ++i) => const int input : inputs[node]) grad[input] += grad[node];
  //~ wrong no_local: grad[inputs[node][i]] += local[node][i] * grad[node]; =>
  //~ wrong adds_instead: ] * grad => ] + grad
  //~ wrong overwrite_depth_first M10
  std::vector<bool> seen(inputs.size(), false);
  std::vector<int> order;
  const std::function<void(int)> visit = [&](int node) {
    if (seen[node]) return;
    seen[node] = true;
    for (const int input : inputs[node]) visit(input);
    order.push_back(node);
  };
  visit(output);
  std::reverse(order.begin(), order.end());
  for (const int node : order) {
    for (std::size_t i = 0; i < inputs[node].size(); ++i) grad[inputs[node][i]] = local[node][i] * grad[node];
  }
  //~ wrong overwrite_depth_first_from_the_back M10 like overwrite_depth_first: const int input : inputs[node]) visit(input) => std::size_t i = inputs[node].size(); i-- > 0;) visit(inputs[node][i])
  //~ wrong overwrite_with_stack M10
  std::vector<int> users(inputs.size(), 0);
  for (const int node : backward_order(inputs, output))
    for (const int input : inputs[node]) ++users[input];
  std::vector<int> order, ready{output};
  while (!ready.empty()) {
    order.push_back(ready.back());
    ready.pop_back();
    for (const int input : inputs[order.back()])
      if (--users[input] == 0) ready.push_back(input);
  }
  for (const int node : order) {
    for (std::size_t i = 0; i < inputs[node].size(); ++i) grad[inputs[node][i]] = local[node][i] * grad[node];
  }
  //~ end
  //~ solution
  return grad;
  //~ end
}
