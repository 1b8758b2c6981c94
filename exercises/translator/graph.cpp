#include "exercises/translator/graph.hpp"

namespace heed::translator {

int Graph::add(Tensor value, std::vector<int> inputs, Pull pull) {
  Tensor gradient(value.shape());
  nodes_.push_back({std::move(value), std::move(gradient), std::move(inputs), std::move(pull)});
  return static_cast<int>(nodes_.size()) - 1;
}

void Graph::backward(int output) {
  std::vector<std::vector<int>> inputs;
  for (const Node& node : nodes_) inputs.push_back(node.inputs);
  for (Node& node : nodes_) node.gradient = Tensor(node.value.shape());
  Node& last = nodes_.at(static_cast<std::size_t>(output));
  last.gradient = Tensor::full(last.value.shape(), 1);
  for (const int number : parts_.backward_order(inputs, output)) {
    if (number < 0 || number >= static_cast<int>(nodes_.size()))
      throw PartError("topological_order", "the order holds a node that there is not");
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    if (!node.pull) continue;
    const std::vector<Tensor> gradients = node.pull(node.gradient);
    for (std::size_t i = 0; i < gradients.size(); ++i)
      nodes_[static_cast<std::size_t>(node.inputs[i])].gradient += gradients[i];
  }
}

}  // namespace heed::translator
