void backward(const Value& output) {
  std::unordered_map<given::ValueNode*, bool> seen;
  std::vector<given::ValueNode*> order;
  const std::function<void(given::ValueNode*)> visit = [&](given::ValueNode* node) {
    if (seen[node]) return;
    seen[node] = true;
    for (const Value& input : node->inputs) visit(input.get());
    order.push_back(node);
  };
  visit(output.get());
  for (given::ValueNode* node : order) {
    if (!node->inputs.empty()) node->grad = 0;
  }
  output->grad += 1;
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    if ((*node)->pull) (*node)->pull((*node)->grad);
  }
}
