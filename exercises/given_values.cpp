#include "exercises/given_values.hpp"

#include <algorithm>
#include <iterator>

#include "exercises/grading/costs.hpp"

namespace heed {

namespace {
// what is counted is the numbers themselves: there is no count that could be changed
constinit thread_local std::vector<std::weak_ptr<learn::types::ValueNode>>* made = nullptr;
}  // namespace

namespace learn {

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
  types::Value node(new types::ValueNode{.data = data, .inputs = std::move(inputs), .pull = std::move(pull)});
  if (made != nullptr) made->emplace_back(node);
  return node;
}

}  // namespace learn

namespace grading {

Nodes::Nodes() { made = new std::vector<std::weak_ptr<learn::types::ValueNode>>; }

Nodes::~Nodes() {
  delete made;
  made = nullptr;
}

void Nodes::show(const learn::types::Value& value) {
  if (value == nullptr) return;
  std::vector<learn::types::Value> found{value};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<learn::types::Value> inputs = found[i]->inputs;
    std::ranges::copy_if(inputs, std::back_inserter(found), [&](const auto& input) {
      return input != nullptr && std::ranges::find(found, input) == found.end();
    });
  }
  std::ranges::copy_if(found, std::back_inserter(*made), [](const auto& number) {
    return std::ranges::none_of(*made, [&](const auto& node) { return node.lock() == number; });
  });
}

int Nodes::held() const {
  return static_cast<int>(std::ranges::count_if(*made, [](const auto& node) { return !node.expired(); }));
}

}  // namespace grading

}  // namespace heed
