// Input and state as one vector beside one matrix, the sigmoid by tanh.
#include "exercises/given.hpp"

given::LstmState lstm_cell(const Tensor& x, const given::LstmState& before,
                           const given::LstmWeights& weights) {
  std::vector<double> both = x.values();
  both.insert(both.end(), before.hidden.values().begin(), before.hidden.values().end());
  const int width = before.cell.size(), inputs = x.size();
  const auto gate = [&](int which, int n) {
    const int row = which * width + n;
    double sum = weights.bias(row);
    for (std::size_t c = 0; c < both.size(); ++c) {
      const int column = static_cast<int>(c);
      sum += both[c] * (column < inputs ? weights.input(row, column) : weights.hidden(row, column - inputs));
    }
    return which == 2 ? std::tanh(sum) : 0.5 + 0.5 * std::tanh(sum / 2);
  };
  given::LstmState after{Tensor({width}), Tensor({width})};
  for (int n = 0; n < width; ++n) {
    after.cell(n) = gate(1, n) * before.cell(n) + gate(0, n) * gate(2, n);
    after.hidden(n) = gate(3, n) * std::tanh(after.cell(n));
  }
  return after;
}

Tensor lstm(const Tensor& x, const given::LstmWeights& weights) {
  const int width = weights.hidden.dim(1);
  std::vector<given::LstmState> states{{Tensor({width}), Tensor({width})}};
  std::vector<double> rows;
  for (int t = 0; t < x.dim(0); ++t) {
    const auto first = x.values().begin() + t * x.dim(1);
    states.push_back(lstm_cell(Tensor::of({x.dim(1)}, std::vector<double>(first, first + x.dim(1))),
                               states.back(), weights));
    const std::vector<double>& hidden = states.back().hidden.values();
    rows.insert(rows.end(), hidden.begin(), hidden.end());
  }
  return Tensor::of({x.dim(0), width}, rows);
}
