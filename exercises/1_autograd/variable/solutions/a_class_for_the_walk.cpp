// A struct that holds the walk: how often each node is still to be asked for, and which are ready.
#include <unordered_map>
#include <unordered_set>

#include "exercises/given.hpp"

using given::Value;

Value add(const Value& a, const Value& b) {
  return given::value(b->data + a->data, {a, b}, [a, b](double g) {
    for (const Value& term : {a, b}) term->grad += g;
  });
}

Value multiply(const Value& a, const Value& b) {
  const double left = a->data, right = b->data;
  return given::value(left * right, {a, b}, [a, b, left, right](double g) {
    a->grad += right * g;
    b->grad += left * g;
  });
}

Value tanh_of(const Value& x) {
  const double y = std::tanh(x->data), slope = (1 - y) * (1 + y);
  return given::value(y, {x}, [x, slope](double g) { x->grad += slope * g; });
}

Value detach(const Value& x) {
  const double number = x->data;
  return given::value(number);
}

struct Walk {
  std::unordered_set<given::ValueNode*> seen{};
  std::unordered_map<given::ValueNode*, int> open{};
  std::vector<given::ValueNode*> stack{};

  void count(given::ValueNode* output) {
    stack = {output};
    seen.insert(output);
    while (!stack.empty()) {
      given::ValueNode* node = stack.back();
      stack.pop_back();
      if (!node->inputs.empty()) node->grad = 0;
      for (const Value& input : node->inputs) {
        ++open[input.get()];
        if (seen.insert(input.get()).second) stack.push_back(input.get());
      }
    }
  }

  void pull(given::ValueNode* output) {
    stack = {output};
    while (!stack.empty()) {
      given::ValueNode* node = stack.back();
      stack.pop_back();
      if (node->pull) node->pull(node->grad);
      for (const Value& input : node->inputs) {
        if (--open[input.get()] == 0) stack.push_back(input.get());
      }
    }
  }
};

void backward(const Value& output) {
  Walk walk;
  walk.count(output.get());
  output->grad += 1;
  walk.pull(output.get());
}

Value operator+(const Value& a, const Value& b) { return add(a, b); }
Value operator*(const Value& a, const Value& b) { return multiply(a, b); }

Value neuron(const std::vector<Value>& weights, const std::vector<Value>& inputs, const Value& bias) {
  Value sum = bias;
  for (std::size_t i = weights.size(); i-- > 0;) sum = add(multiply(inputs[i], weights[i]), sum);
  return tanh_of(sum);
}
