void backward(const Value& output) {
  std::vector<Value> reachable{output};
  for (std::size_t next = 0; next < reachable.size(); ++next) {
    for (const Value& input : reachable[next]->inputs) {
      if (std::find(reachable.begin(), reachable.end(), input) == reachable.end()) reachable.push_back(input);
    }
  }
  for (const Value& node : reachable) {
    if (!node->inputs.empty()) node->grad = 0;
  }
  output->grad += 1;
  const std::function<void(const Value&)> visit = [&](const Value& node) {
    if (node->pull) node->pull(node->grad);
    for (const Value& input : node->inputs) visit(input);
  };
  visit(output);
}
