// Layers that carry a state from token to token.
#pragma once

#include <vector>

#include "autograd/variable.hpp"
#include "lib/array/recurrent.hpp"
#include "lib/array/selective_scan.hpp"

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

struct SelectiveScanOptions {
  /// The tokens so far have left this, (B, D, N): read before the first token, written after the last, for
  /// decoding. Undefined at first: 0. No gradient flows through it.
  Array* state = nullptr;
};

/// A selective state space (S6: Gu & Dao 2023), the formulas are at lib/array/selective_scan.hpp: x and delta
/// (B, T, D), a (D, N), b and c (B, T, N), skip (D) -> (B, T, D). In linear time. Throws ShapeError.
Variable selective_scan(const Variable& x, const Variable& delta, const Variable& a, const Variable& b,
                        const Variable& c, const Variable& skip, SelectiveScanOptions options = {});

}  // namespace heed
