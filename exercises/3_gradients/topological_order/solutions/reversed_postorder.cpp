// Depth first with a stack of its own: a node is noted when all its inputs are; the list is then reversed.
#include "exercises/learn.hpp"

std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output) {
  std::vector<int> done;
  std::vector<char> seen(inputs.size(), 0);
  std::vector<std::pair<int, std::size_t>> stack{{output, 0}};
  seen[output] = 1;
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next == inputs[node].size()) {
      done.push_back(node);
      stack.pop_back();
      continue;
    }
    const int input = inputs[node][next++];
    if (seen[input] == 0) {
      seen[input] = 1;
      stack.emplace_back(input, 0);
    }
  }
  return {done.rbegin(), done.rend()};
}

std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output) {
  std::vector<double> grad(inputs.size());
  grad.at(output) = 1;
  const std::vector<int> order = backward_order(inputs, output);
  for (auto node = order.begin(); node != order.end(); ++node) {
    auto derivative = local[*node].begin();
    for (const int input : inputs[*node]) grad[input] += *derivative++ * grad[*node];
  }
  return grad;
}
