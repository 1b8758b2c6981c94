void backward(Tape& tape) {
  for (auto& node : tape) node.grad = 0;
  tape.back().grad = 1;
  const std::function<void(int)> visit = [&](int node) {
    if (tape[node].op == 'x') return;
    if (tape[node].op == '+') add_backward(tape, node);
    if (tape[node].op == '*') multiply_backward(tape, node);
    visit(tape[node].left);
    visit(tape[node].right);
  };
  visit(static_cast<int>(tape.size()) - 1);
}
