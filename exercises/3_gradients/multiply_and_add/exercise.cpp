#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// A tape holds a computation in the order in which it was computed: operands come before their result.
//
//   struct Node { char op; int left; int right; double data; double grad; };
//   using Tape = std::vector<Node>;
//
// op            '+' or '*'; 'x' for a leaf, an input (left and right are then -1)
// left, right   the indices of the two operands in the tape; they may be equal, as in x · x
// data, grad    the value, and the derivative of the tape's last node with respect to this one
using given::Tape;

/// Backward of tape[node] = left + right: passes the node's gradient on to its two operands.
void add_backward(Tape& tape, int node) {
  //~ stub
  // 1. Which gradient arrived at the sum? (tape[node].grad)
  // 2. By how much does the sum change when an operand changes by a little?
  // 3. What if the operand already has a gradient from elsewhere?
  not_written("add_backward");
  //~ solution
  const double upstream = tape[node].grad;
  tape[tape[node].left].grad += upstream;
  tape[tape[node].right].grad += upstream;
  //~ wrong overwrite M10, overwrite_add M10: left].grad += upstream; => left].grad = upstream; | right].grad += upstream; => right].grad = upstream;
  //~ wrong shared_once M10: tape[tape[node].right => if (tape[node].left != tape[node].right) tape[tape[node].right
  //~ wrong ignores_upstream M09, ignores_upstream_add M09: = tape[node].grad => = 1
  //~ wrong add_like_multiply: left].grad += upstream; => left].grad += upstream * tape[tape[node].right].data; | right].grad += upstream; => right].grad += upstream * tape[tape[node].left].data;
  //~ wrong left_only: tape[tape[node].right].grad += upstream; =>
  //~ end
}

/// Backward of tape[node] = left · right: passes the node's gradient on to its two operands.
void multiply_backward(Tape& tape, int node) {
  //~ stub
  // The same three questions. This time the second answer contains the values (data) of the operands.
  not_written("multiply_backward");
  //~ solution
  const double upstream = tape[node].grad;
  const double x = tape[tape[node].left].data;
  const double y = tape[tape[node].right].data;
  tape[tape[node].left].grad += upstream * y;
  tape[tape[node].right].grad += upstream * x;
  //~ wrong overwrite M10, overwrite_multiply M10: left].grad += upstream * => left].grad = upstream * | right].grad += upstream * => right].grad = upstream *
  //~ wrong shared_once M10: tape[tape[node].right].grad => if (tape[node].left != tape[node].right) tape[tape[node].right].grad
  //~ wrong ignores_upstream M09, ignores_upstream_multiply M09: = tape[node].grad => = 1
  //~ wrong own_operand: upstream * y => upstream * x | right].grad += upstream * x => right].grad += upstream * y
  //~ wrong multiply_like_add: upstream * y => upstream | upstream * x => upstream
  //~ wrong product_by_own_value F01: upstream * y => upstream * (x == 0 ? 0 : tape[node].data / x) | upstream * x => upstream * (y == 0 ? 0 : tape[node].data / y)
  //~ wrong left_only: tape[tape[node].right].grad += upstream * x; =>
  //~ end
}

/// Fills in the gradient of every node: d(last node) / d(node). What an earlier pass left in `grad` must not
/// count.
void backward(Tape& tape) {
  //~ stub
  // 1. Which gradient must be set before the first step, and which must be cleared?
  // 2. In which order do you visit the nodes, so that a gradient is complete before it is passed on?
  not_written("backward");
  //~ solution
  for (auto& node : tape) node.grad = 0;
  tape.back().grad = 1;
  for (int node = static_cast<int>(tape.size()) - 1; node >= 0; --node) {
    if (tape[node].op == '+') add_backward(tape, node);
    if (tape[node].op == '*') multiply_backward(tape, node);
  }
  //~ wrong not_reset M12: for (auto& node : tape) node.grad = 0; =>
  //~ wrong leaves_not_reset M12: node.grad = 0; => { if (node.op != 'x') node.grad = 0; }
  //~ wrong only_leaves_reset M12: node.grad = 0; => { if (node.op == 'x') node.grad = 0; }
  //~ wrong forward_order M11: static_cast<int>(tape.size()) - 1; node >= 0; -- => 0; node < static_cast<int>(tape.size()); ++
  //~ wrong recursion M11 in mistakes
  //~ wrong no_seed: tape.back().grad = 1; =>
  //~ wrong all_ones: grad = 0; => grad = 1; | tape.back().grad = 1; =>
  //~ end
}
