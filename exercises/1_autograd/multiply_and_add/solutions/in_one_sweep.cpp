// The sweep does not call the two functions, but does both itself; a square is a case of its own.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

void add_backward(given::Tape& tape, int node) {
  for (const int operand : {tape[node].left, tape[node].right}) tape[operand].grad += tape[node].grad;
}

void multiply_backward(given::Tape& tape, int node) {
  const auto [op, left, right, data, grad] = tape.at(node);
  if (left == right) {
    tape[left].grad += 2 * tape[left].data * grad;
  } else {
    tape[left].grad = tape[left].grad + tape[right].data * grad;
    tape[right].grad = tape[right].grad + tape[left].data * grad;
  }
}

void backward(given::Tape& tape) {
  std::vector<double> grad(tape.size(), 0);
  grad.back() = 1;
  for (std::size_t i = tape.size(); i-- > 0;) {
    const given::Node& node = tape[i];
    if (node.op == 'x') continue;
    const bool sum = node.op == '+';
    const double x = tape[node.left].data, y = tape[node.right].data;
    grad[node.left] += grad[i] * (sum ? 1 : y);
    grad[node.right] += grad[i] * (sum ? 1 : x);
  }
  for (std::size_t i = 0; i < tape.size(); ++i) tape[i].grad = grad[i];
}
