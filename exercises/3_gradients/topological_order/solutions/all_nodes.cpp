// Kahn's algorithm over all nodes, also those that output does not depend on; these are left out of the
// answer only if they come before output, and their gradient stays 0 in any case.
#include "exercises/learn.hpp"

std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output) {
  const int size = static_cast<int>(inputs.size());
  std::vector<int> users(size, 0);
  for (const auto& list : inputs) {
    for (const int input : list) ++users[input];
  }
  std::vector<int> ready, order;
  for (int node = 0; node < size; ++node) {
    if (users[node] == 0) ready.push_back(node);
  }
  while (!ready.empty()) {
    const int node = ready.back();
    ready.pop_back();
    order.push_back(node);
    for (const int input : inputs[node]) {
      if (--users[input] == 0) ready.push_back(input);
    }
  }
  return {std::find(order.begin(), order.end(), output), order.end()};
}

std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output) {
  std::vector<double> grad(inputs.size(), 0.0);
  for (const int node : backward_order(inputs, output)) {
    if (node == output) grad[node] = 1;
    for (std::size_t i = 0; i < inputs[node].size(); ++i)
      grad[inputs[node][i]] += grad[node] * local[node][i];
  }
  return grad;
}
