#include "exercises/given_values.hpp"

namespace heed::learn {

types::ValueNode::~ValueNode() {
  std::vector<Value> waiting = std::move(inputs);
  pull = nullptr;  // what it holds is held by `waiting` as well
  while (!waiting.empty()) {
    const Value node = std::move(waiting.back());
    waiting.pop_back();
    if (node.use_count() > 1) continue;
    waiting.insert(waiting.end(), node->inputs.begin(), node->inputs.end());
    node->inputs.clear();
    node->pull = nullptr;
  }
}

types::Value given::value(double data, std::vector<types::Value> inputs, std::function<void(double)> pull) {
  return types::Value(
      new types::ValueNode{.data = data, .inputs = std::move(inputs), .pull = std::move(pull)});
}

}  // namespace heed::learn
