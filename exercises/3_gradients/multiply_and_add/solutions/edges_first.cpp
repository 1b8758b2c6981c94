// Every node's local derivatives are written down as edges, then the edges are walked from the back.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using given::Tape;

void add_backward(Tape& tape, int node) {
  for (const int operand : {tape[node].left, tape[node].right}) tape[operand].grad += tape[node].grad;
}

void multiply_backward(Tape& tape, int node) {
  const int left = tape[node].left, right = tape[node].right;
  const double to_left = tape[node].grad * tape[right].data, to_right = tape[node].grad * tape[left].data;
  tape[left].grad += to_left;
  tape[right].grad += to_right;
}

struct Edge {
  std::size_t from, to;
  double slope;
};

void backward(Tape& tape) {
  std::vector<Edge> edges;
  for (std::size_t n = 0; n < tape.size(); ++n) {
    if (tape[n].op == 'x') continue;
    const auto left = static_cast<std::size_t>(tape[n].left), right = static_cast<std::size_t>(tape[n].right);
    const bool sum = tape[n].op == '+';
    edges.push_back({n, left, sum ? 1.0 : tape[right].data});
    edges.push_back({n, right, sum ? 1.0 : tape[left].data});
  }
  for (std::size_t n = 0; n < tape.size(); ++n) tape[n].grad = n + 1 == tape.size() ? 1 : 0;
  for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge)
    tape[edge->to].grad += edge->slope * tape[edge->from].grad;
}
