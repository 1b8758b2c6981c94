#include "exercises/given.hpp"

using given::Value;
using Node = given::ValueNode;

Value add(const Value& a, const Value& b) {
  Value sum = given::value(a->data + b->data);
  sum->inputs = {a, b};
  sum->pull = [a = a.get(), b = b.get()](double g) {
    for (Node* input : {a, b}) input->grad += g;
  };
  return sum;
}

Value multiply(const Value& a, const Value& b) {
  Value product = given::value(a->data * b->data);
  product->inputs = {a, b};
  product->pull = [a = a.get(), b = b.get()](double g) {
    const double x = a->data, y = b->data;
    a->grad += g * y;
    b->grad += g * x;
  };
  return product;
}

Value tanh_of(const Value& x) {
  Value y = given::value(std::tanh(x->data), {x});
  y->pull = [x = x.get(), y = y.get()](double g) { x->grad += g - g * y->data * y->data; };
  return y;
}

Value detach(const Value& x) {
  Value copy = given::value(0);
  copy->data = x->data;
  return copy;
}

// The map of uses also knows who has been seen.
void backward(const Value& output) {
  std::map<Node*, int> waits_for{{output.get(), 0}};
  std::vector<Node*> stack{output.get()};
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    if (!node->inputs.empty()) node->grad = 0;
    for (const Value& input : node->inputs) {
      if (!waits_for.contains(input.get())) stack.push_back(input.get());
      ++waits_for[input.get()];
    }
  }
  output->grad += 1;
  stack = {output.get()};
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    if (node->pull) node->pull(node->grad);
    for (const Value& input : node->inputs) {
      if (--waits_for.at(input.get()) == 0) stack.push_back(input.get());
    }
  }
}

Value neuron(const std::vector<Value>& weights, const std::vector<Value>& inputs, const Value& bias) {
  std::vector<Value> products;
  std::transform(weights.begin(), weights.end(), inputs.begin(), std::back_inserter(products), multiply);
  return tanh_of(std::accumulate(products.begin(), products.end(), bias, add));
}
