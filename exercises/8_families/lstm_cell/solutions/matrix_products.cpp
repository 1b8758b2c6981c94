#include "exercises/given.hpp"

given::LstmState lstm_cell(const Tensor& x, const given::LstmState& before,
                           const given::LstmWeights& weights) {
  const int width = before.hidden.dim(0);
  const Tensor a =
      (matmul(weights.input, x.reshape({x.size(), 1})) +
       matmul(weights.hidden, before.hidden.reshape({width, 1})) + weights.bias.reshape({4 * width, 1}))
          .reshape({4, width});
  given::LstmState after{Tensor({width}), Tensor({width})};
  for (int n = 0; n < width; ++n) {
    const double in = 0.5 + 0.5 * std::tanh(a(0, n) / 2), keep = 1 / (1 + std::exp(-a(1, n)));
    after.cell(n) = keep * before.cell(n) + in * std::tanh(a(2, n));
    after.hidden(n) = std::tanh(after.cell(n)) / (1 + std::exp(-a(3, n)));
  }
  return after;
}

Tensor lstm(const Tensor& x, const given::LstmWeights& weights) {
  const int width = weights.hidden.dim(0) / 4, length = x.dim(0);
  std::vector<given::LstmState> states{{Tensor({width}), Tensor({width})}};
  for (int t = 0; t < length; ++t) {
    Tensor token({x.dim(1)});
    for (int c = 0; c < x.dim(1); ++c) token.flat(c) = x(t, c);
    states.push_back(lstm_cell(token, states.back(), weights));
  }
  Tensor result({length, width});
  for (int n = 0; n < result.size(); ++n) result.flat(n) = states[n / width + 1].hidden(n % width);
  return result;
}
