// The longest way from the output to each node, then the nodes by its length.
#include <deque>

#include "exercises/learn.hpp"

std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output) {
  const std::size_t count = inputs.size();
  std::vector<int> waiting(count, 0), depth(count, -1), queue{output};
  std::vector<char> found(count, 0);
  found[static_cast<std::size_t>(output)] = 1;
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (const int input : inputs[static_cast<std::size_t>(queue[at])]) {
      ++waiting[static_cast<std::size_t>(input)];
      if (found[static_cast<std::size_t>(input)]++ == 0) queue.push_back(input);
      found[static_cast<std::size_t>(input)] = 1;
    }
  }
  depth[static_cast<std::size_t>(output)] = 0;
  std::deque<int> ready{output};
  while (!ready.empty()) {
    const auto node = static_cast<std::size_t>(ready.front());
    ready.pop_front();
    for (const int input : inputs[node]) {
      int& its = depth[static_cast<std::size_t>(input)];
      its = std::max(its, depth[node] + 1);
      if (--waiting[static_cast<std::size_t>(input)] == 0) ready.push_back(input);
    }
  }
  std::stable_sort(queue.begin(), queue.end(), [&](int a, int b) {
    return depth[static_cast<std::size_t>(a)] < depth[static_cast<std::size_t>(b)];
  });
  return queue;
}

std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output) {
  std::vector<double> grad(inputs.size(), 0.0);
  grad.at(static_cast<std::size_t>(output)) = 1.0;
  for (const int n : backward_order(inputs, output)) {
    const auto node = static_cast<std::size_t>(n);
    auto slope = local[node].begin();
    for (const int input : inputs[node]) grad[static_cast<std::size_t>(input)] += grad[node] * *slope++;
  }
  return grad;
}
