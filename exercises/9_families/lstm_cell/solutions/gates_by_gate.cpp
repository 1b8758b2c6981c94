#include "exercises/given.hpp"

given::LstmState lstm_cell(const Tensor& x, const given::LstmState& before,
                           const given::LstmWeights& weights) {
  const int width = before.cell.size();
  // gate number `part`, as a tensor (H)
  const auto gate = [&](int part, double (*squash)(double)) {
    Tensor result({width});
    for (int n = 0; n < width; ++n) {
      const int row = part * width + n;
      double sum = weights.bias(row);
      for (int c = 0; c < x.size(); ++c) sum += weights.input(row, c) * x(c);
      for (int c = 0; c < width; ++c) sum += weights.hidden(row, c) * before.hidden(c);
      result(n) = squash(sum);
    }
    return result;
  };
  const auto sigmoid = [](double v) { return 0.5 * (1 + std::tanh(v / 2)); };
  const auto tanh = [](double v) { return std::tanh(v); };
  const Tensor cell = gate(1, sigmoid) * before.cell + gate(0, sigmoid) * gate(2, tanh);
  Tensor squashed = cell;
  for (int n = 0; n < width; ++n) squashed(n) = std::tanh(cell(n));
  return {gate(3, sigmoid) * squashed, cell};
}

Tensor lstm(const Tensor& x, const given::LstmWeights& weights) {
  const int width = weights.bias.size() / 4;
  given::LstmState state{Tensor({width}), Tensor({width})};
  std::vector<double> all;
  for (int t = 0; t < x.dim(0); ++t) {
    const auto first = x.values().begin() + t * x.dim(1);
    state = lstm_cell(Tensor::of({x.dim(1)}, {first, first + x.dim(1)}), state, weights);
    all.insert(all.end(), state.hidden.values().begin(), state.hidden.values().end());
  }
  return Tensor::of({x.dim(0), width}, all);
}
