// Reverse mode on Tensors, in the order that the learner's backward_order says.
#pragma once

#include <functional>
#include <vector>

#include "exercises/translator/parts.hpp"

namespace heed::translator {

class Graph {
 public:
  /// From the gradient of a node to those of its inputs, in their order.
  using Pull = std::function<std::vector<Tensor>(const Tensor& gradient)>;

  explicit Graph(const Parts& parts) : parts_(parts) {}

  /// The number of the new node. A leaf has no inputs.
  int add(Tensor value, std::vector<int> inputs = {}, Pull pull = {});
  const Tensor& value(int node) const { return nodes_[static_cast<std::size_t>(node)].value; }
  /// After backward(): d(output) / d(node), zeros where the output does not depend on it.
  const Tensor& gradient(int node) const { return nodes_[static_cast<std::size_t>(node)].gradient; }
  /// From a node that is one number. Throws PartError if the order is none.
  void backward(int output);

 private:
  struct Node {
    Tensor value, gradient;
    std::vector<int> inputs;
    Pull pull;
  };
  const Parts& parts_;
  std::vector<Node> nodes_;
};

}  // namespace heed::translator
