// Reverse mode on Tensors.
#pragma once

#include <functional>
#include <vector>

#include "exercises/translator/parts.hpp"

namespace heed::translator {

class Graph {
 public:
  /// From the gradient of a node to those of its inputs, in their order.
  using Pull = std::function<std::vector<Tensor>(const Tensor& gradient)>;

  /// The number of the new node, larger than those of its inputs. A leaf has no inputs.
  int add(Tensor value, std::vector<int> inputs = {}, Pull pull = {}) {
    nodes_.push_back({std::move(value), Tensor(), std::move(inputs), std::move(pull)});
    return static_cast<int>(nodes_.size()) - 1;
  }
  const Tensor& value(int node) const { return nodes_[static_cast<std::size_t>(node)].value; }
  /// After backward(): d(output) / d(node), zeros where the output does not depend on it.
  const Tensor& gradient(int node) const { return nodes_[static_cast<std::size_t>(node)].gradient; }

  /// From the last node, which is one number: each comes before all that it was computed from.
  void backward() {
    for (Node& node : nodes_) node.gradient = Tensor(node.value.shape());
    nodes_.back().gradient = Tensor::full(nodes_.back().value.shape(), 1);
    for (auto node = nodes_.rbegin(); node != nodes_.rend(); ++node) {
      if (!node->pull) continue;
      const std::vector<Tensor> gradients = node->pull(node->gradient);
      for (std::size_t i = 0; i < gradients.size(); ++i)
        nodes_[static_cast<std::size_t>(node->inputs[i])].gradient += gradients[i];
    }
  }

 private:
  struct Node {
    Tensor value, gradient;
    std::vector<int> inputs;
    Pull pull;
  };
  std::vector<Node> nodes_;
};

}  // namespace heed::translator
