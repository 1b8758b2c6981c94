void backward(const Value& output) {
  std::vector<Value> seen;
  const std::function<void(const Value&)> reset = [&](const Value& node) {
    if (!node->inputs.empty()) node->grad = 0;
    for (const Value& input : node->inputs) reset(input);
  };
  reset(output);
  output->grad += 1;
  const std::function<void(const Value&)> visit = [&](const Value& node) {
    if (std::find(seen.begin(), seen.end(), node) != seen.end()) return;
    seen.push_back(node);
    if (node->pull) node->pull(node->grad);
    for (const Value& input : node->inputs) visit(input);
  };
  visit(output);
}
