#pragma once

#include <vector>

#include "autograd/variable.hpp"
#include "lib/array/recurrent.hpp"

namespace heed::inline HEED_PRECISION {

/// The weights of one layer in one direction, for a hidden state of H numbers and G = gate_count(cell) parts
/// of H rows: input (G H, C), hidden (G H, H), and both biases (G H) or none.
struct RecurrentWeights {
  Variable input, hidden, input_bias{}, hidden_bias{};
};

struct RecurrentOptions {
  RecurrentCell cell = RecurrentCell::lstm;
  TimeOrder order = TimeOrder::forward;
  /// Tokens of each row, those behind are padding: their outputs are 0, the state stays as it is, and they
  /// change nothing. Empty: all are as long as x.
  std::vector<std::int64_t> lengths{};
  /// The hidden state before the first token, and the cell of an LSTM: (B, H). Undefined: 0.
  Variable initial_hidden{}, initial_cell{};
};

/// A recurrent layer, its formulas at RecurrentCell: x (B, T, C) -> (B, T + S, H), the hidden states of all
/// tokens and behind them the S = state_count(cell) final states: the hidden one, and the cell of an LSTM.
/// Its products with the inputs are one, each step has one more; PyTorch's torch.lstm, torch.gru,
/// torch.rnn_tanh and torch.rnn_relu of one layer, with batch_first and packed sequences. Throws ShapeError.
Variable recurrent(const Variable& x, const RecurrentWeights& weights, const RecurrentOptions& options = {});

}  // namespace heed
