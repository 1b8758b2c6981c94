#include "exercises/given.hpp"

// struct LstmWeights { Tensor input, hidden, bias; };   (4H, C), (4H, H), (4H): first the H rows of i, then
//                                                       those of f, g and o
// struct LstmState { Tensor hidden, cell; };            (H) each

/// One step: x (C) and the previous state -> the next state.
given::LstmState lstm_cell(const Tensor& x, const given::LstmState& before,
                           const given::LstmWeights& weights) {
  //~ stub
  // 1. a = input · x + hidden · h + bias: 4H numbers. Which of them belong to gate i, which to o?
  // 2. Which of the four go through a sigmoid, which through tanh?
  // 3. How much of the old cell stays, and what is written into it?
  return not_written("lstm_cell");
  //~ solution
  const int width = before.hidden.dim(0);
  Tensor a = weights.bias;
  for (int r = 0; r < 4 * width; ++r) {
    for (int c = 0; c < x.dim(0); ++c) a(r) += weights.input(r, c) * x(c);
    for (int c = 0; c < width; ++c) a(r) += weights.hidden(r, c) * before.hidden(c);
  }
  const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
  given::LstmState after = before;
  for (int n = 0; n < width; ++n) {
    const double i = sigmoid(a(n)), f = sigmoid(a(width + n)), g = std::tanh(a(2 * width + n)),
                 o = sigmoid(a(3 * width + n));
    after.cell(n) = f * before.cell(n) + i * g;
    after.hidden(n) = o * std::tanh(after.cell(n));
  }
  return after;
  //~ wrong input_and_forget_exchanged: i = sigmoid(a(n)), f = sigmoid(a(width + n)) => i = sigmoid(a(width + n)), f = sigmoid(a(n))
  //~ wrong order_i_f_o_g: g = std::tanh(a(2 * width + n)), => g = std::tanh(a(3 * width + n)),
  //~ wrong order_i_f_o_g: o = sigmoid(a(3 * width + n)) => o = sigmoid(a(2 * width + n))
  //~ wrong interleaved_gates: i = sigmoid(a(n)), f = sigmoid(a(width + n)), g = std::tanh(a(2 * width + n)), => i = sigmoid(a(4 * n)), f = sigmoid(a(4 * n + 1)), g = std::tanh(a(4 * n + 2)),
  //~ wrong interleaved_gates: o = sigmoid(a(3 * width + n)) => o = sigmoid(a(4 * n + 3))
  //~ wrong no_tanh_of_cell: o * std::tanh(after.cell(n)) => o * after.cell(n)
  //~ wrong tanh_of_the_output: o * std::tanh(after.cell(n)) => std::tanh(o * after.cell(n))
  //~ wrong old_cell_out: o * std::tanh(after.cell(n)) => o * std::tanh(before.cell(n))
  //~ wrong sigmoid_candidate: g = std::tanh(a(2 * width + n)) => g = sigmoid(a(2 * width + n))
  //~ wrong nothing_forgotten: f * before.cell(n) => before.cell(n)
  //~ wrong input_gate_missing: + i * g => + g
  //~ wrong output_gate_missing: o * std::tanh => std::tanh
  //~ wrong hidden_for_cell: f * before.cell(n) => f * before.hidden(n)
  //~ wrong no_bias: a = weights.bias => a({4 * width})
  //~ wrong no_recurrence M08: a(r) += weights.hidden(r, c) * before.hidden(c); => a(r) += 0;
  //~ wrong sigmoid_overflows: 1 / (1 + std::exp(-v)) => std::exp(v) / (1 + std::exp(v))
  //~ wrong tanh_overflows F01: const auto sigmoid => const auto tanh = [](double v) { return (std::exp(v) - std::exp(-v)) / (std::exp(v) + std::exp(-v)); }; const auto sigmoid
  //~ wrong tanh_overflows F01: std::tanh(a(2 * width + n)) => tanh(a(2 * width + n)) | std::tanh(after.cell(n)) => tanh(after.cell(n))
  //~ end
}

/// All steps, from zeros: x (T, C) -> the hidden state after each, (T, H).
Tensor lstm(const Tensor& x, const given::LstmWeights& weights) {
  //~ stub
  // H is a quarter of the rows of weights.hidden. What does step t begin with?
  return not_written("lstm");
  //~ solution
  const int width = weights.hidden.dim(1);
  given::LstmState state{Tensor({width}), Tensor({width})};
  Tensor result({x.dim(0), width});
  for (int t = 0; t < x.dim(0); ++t) {
    Tensor token({x.dim(1)});
    for (int c = 0; c < x.dim(1); ++c) token(c) = x(t, c);
    state = lstm_cell(token, state, weights);
    for (int n = 0; n < width; ++n) result(t, n) = state.hidden(n);
  }
  return result;
  //~ wrong cells_given_out: state.hidden(n) => state.cell(n)
  //~ wrong state_not_kept M10: state = lstm_cell(token, state, weights); => const given::LstmState next = lstm_cell(token, state, weights);
  //~ wrong state_not_kept M10: state.hidden(n) => next.hidden(n)
  //~ wrong cell_not_kept: state = lstm_cell(token, state, weights); => state = lstm_cell(token, {state.hidden, Tensor({width})}, weights);
  //~ wrong hidden_not_kept: state = lstm_cell(token, state, weights); => state = lstm_cell(token, {Tensor({width}), state.cell}, weights);
  //~ wrong reads_backwards: x(t, c) => x(x.dim(0) - 1 - t, c)
  //~ end
}
