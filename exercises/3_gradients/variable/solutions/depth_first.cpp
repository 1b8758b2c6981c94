#include <unordered_set>

#include "exercises/given.hpp"

using given::Value;

Value add(const Value& a, const Value& b) {
  const auto pull = [a, b](double g) {
    b->grad += g;
    a->grad += g;
  };
  return given::value(b->data + a->data, {b, a}, pull);
}

Value multiply(const Value& a, const Value& b) {
  const double x = a->data, y = b->data;
  return given::value(x * y, {a, b}, [=](double g) {
    a->grad += y * g;
    b->grad += x * g;
  });
}

Value tanh_of(const Value& x) {
  return given::value(std::tanh(x->data), {x},
                      [x](double g) { x->grad += g / std::pow(std::cosh(x->data), 2); });
}

Value detach(const Value& x) { return given::value(x->data); }

// Walks in depth with a stack of its own: a node is noted when all its inputs are, then the list is reversed.
void backward(const Value& output) {
  struct Visit {
    given::ValueNode* node;
    std::size_t next = 0;
  };
  std::unordered_set<given::ValueNode*> seen{output.get()};
  std::vector<Visit> stack{{output.get()}};
  std::vector<given::ValueNode*> order;
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.node->inputs.size()) {
      order.push_back(top.node);
      stack.pop_back();
    } else {
      given::ValueNode* input = top.node->inputs[top.next++].get();
      if (seen.insert(input).second) stack.push_back({input});
    }
  }
  for (given::ValueNode* node : order) {
    if (node->pull) node->grad = 0;
  }
  output->grad += 1;
  std::for_each(order.rbegin(), order.rend(), [](given::ValueNode* node) {
    if (node->pull) node->pull(node->grad);
  });
}

Value neuron(const std::vector<Value>& weights, const std::vector<Value>& inputs, const Value& bias) {
  Value sum = multiply(weights[0], inputs[0]);
  for (std::size_t i = 1; i < weights.size(); ++i) sum = add(sum, multiply(weights[i], inputs[i]));
  return tanh_of(add(sum, bias));
}
