#include <unordered_set>

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
  std::vector<Value> products;
  std::transform(weights.begin(), weights.end(), inputs.begin(), std::back_inserter(products), multiply);
  return tanh_of(std::accumulate(products.begin(), products.end(), bias, add));
}
