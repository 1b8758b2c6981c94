#include <set>

#include "exercises/given.hpp"

// A number that knows what it was computed from:
//
//   struct ValueNode {
//     double data;                       the number
//     double grad;                       d(output) / d(this number), 0 at first
//     std::vector<Value> inputs;         what it was computed from; none: a leaf
//     std::function<void(double)> pull;  takes the node's gradient, adds to each input's grad its share
//   };
//   using Value = std::shared_ptr<ValueNode>;   v->data reads the number; copies of v are the same node
//
// given::value(3.0) makes a leaf; given::value(data, {a, b}, pull) makes a node computed from a and b.
using given::Value;

/// a + b.
Value add(const Value& a, const Value& b) {
  //~ stub
  // return given::value(…, {a, b}, [a, b](double g) { … });   What does the sum pass on to a, and what to b?
  return not_written("add");
  //~ solution
  return given::value(a->data + b->data, {a, b}, [a, b](double g) {
    a->grad += g;
    b->grad += g;
  });
  //~ wrong overwrite M10, overwrite_add M10: a->grad += => a->grad = | b->grad += => b->grad =
  //~ wrong ignores_upstream M09: double g => double | a->grad += g => a->grad += 1 | b->grad += g => b->grad += 1
  //~ wrong first_input_only: {a, b}, => {a},
  //~ end
}

/// a · b.
Value multiply(const Value& a, const Value& b) {
  //~ stub
  // The same, with another number and other contributions.
  return not_written("multiply");
  //~ solution
  return given::value(a->data * b->data, {a, b}, [a, b](double g) {
    a->grad += g * b->data;
    b->grad += g * a->data;
  });
  //~ wrong overwrite M10, overwrite_multiply M10: a->grad += => a->grad = | b->grad += => b->grad =
  //~ wrong ignores_upstream M09: double g => double | g * b->data => b->data | g * a->data => a->data
  //~ wrong own_operand: += g * b->data => += g * a->data | b->grad += g * a->data => b->grad += g * b->data
  //~ wrong multiply_like_add: g * b->data => g | g * a->data => g
  //~ wrong first_input_only: {a, b}, => {a},
  //~ end
}

/// The hyperbolic tangent of x (std::tanh). With y = tanh(x), dy/dx = 1 − y².
Value tanh_of(const Value& x) {
  //~ stub
  // One input. `pull` must not hold the new node itself, or the node keeps itself alive forever.
  return not_written("tanh_of");
  //~ solution
  const double y = std::tanh(x->data);
  return given::value(y, {x}, [x, y](double g) { x->grad += g * (1 - y * y); });
  //~ wrong overwrite M10, overwrite_tanh M10: x->grad += => x->grad =
  //~ wrong ignores_upstream M09, ignores_upstream_tanh M09: g * (1 => (1
  //~ wrong tanh_of_input M17: y * y => x->data * x->data
  //~ wrong tanh_not_squared: y * y => y
  //~ wrong captures_itself
  const Value y = given::value(std::tanh(x->data), {x});
  y->pull = [x, y](double g) { x->grad += g * (1 - y->data * y->data); };
  return y;
  //~ end
}

/// The same number, but no gradient goes through it to x.
Value detach(const Value& x) {
  //~ stub
  // Which of the four members of a node let a gradient flow on?
  return not_written("detach");
  //~ solution
  return given::value(x->data);
  //~ wrong detach_is_x: given::value(x->data) => x
  //~ wrong detach_cuts_x: return given::value(x->data) => x->inputs.clear(); x->pull = nullptr; return x
  //~ end
}

/// Fills in grad of every node that output depends on: d(output) / d(node). Leaves add it to what they have;
/// nodes in between start at 0 in each call.
void backward(const Value& output) {
  //~ stub
  // 1. Which nodes does output depend on? Which of them start at 0?
  // 2. In which order do you call `pull`, so that each node's gradient is complete by then?
  not_written("backward");
  //~ solution
  std::set<given::ValueNode*> seen;
  std::vector<given::ValueNode*> order;  // each node after its inputs
  const std::function<void(given::ValueNode*)> visit = [&](given::ValueNode* node) {
    if (!seen.insert(node).second) return;
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
  //~ wrong nothing_reset M12: if (!node->inputs.empty()) node->grad = 0; => static_cast<void>(node);
  //~ wrong leaves_reset: if (!node->inputs.empty()) =>
  //~ wrong no_seed: output->grad += 1; =>
  //~ wrong recursion M11 in mistakes
  //~ wrong recursion_once M11 in mistakes
  //~ end
}

// With these, `a * b + c` builds a graph.
Value operator+(const Value& a, const Value& b) { return add(a, b); }
Value operator*(const Value& a, const Value& b) { return multiply(a, b); }

/// tanh(Σ weights[i] · inputs[i] + bias), for as many inputs as there are weights.
Value neuron(const std::vector<Value>& weights, const std::vector<Value>& inputs, const Value& bias) {
  //~ stub
  // You can now add and multiply Values like numbers.
  return not_written("neuron");
  //~ solution
  Value sum = bias;
  for (std::size_t i = 0; i < weights.size(); ++i) sum = sum + weights[i] * inputs[i];
  return tanh_of(sum);
  //~ wrong neuron_without_bias: = bias; => = given::value(0);
  //~ wrong neuron_of_numbers M08: sum + weights[i] * inputs[i] => given::value(sum->data + weights[i]->data * inputs[i]->data)
  //~ end
}
