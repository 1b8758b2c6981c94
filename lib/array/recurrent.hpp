// One layer of a recurrent net in one direction, step by step, and the same backwards. Rows of the batch know
// nothing of each other, so each thread takes some of them from the first step to the last, and their states
// stay in its cache.
#pragma once

#include <vector>

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// Names the formulas of a step, with a_x = W_ih x_t + b_ih and a_h = W_hh h_{t-1} + b_hh (PyTorch's names
/// and order):
///   tanh, relu:  h = f(a_x + a_h)                                       (Elman 1990)
///   lstm:  i, f, g, o = σ, σ, tanh, σ (a_x + a_h),   c = f c_{t-1} + i g,   h = o tanh(c)
///          (Hochreiter & Schmidhuber 1997, with the forget gate of Gers et al. 2000)
///   gru:   r, z = σ (a_x + a_h),   n = tanh(a_x + r a_h),   h = (1 - z) n + z h_{t-1}   (Cho et al. 2014)
enum class RecurrentCell { tanh, relu, lstm, gru };

/// From the first token on, or from the last.
enum class TimeOrder { forward, reverse };

/// Parts of W_ih and W_hh: 1, 4 or 3, each of `hidden` rows.
int gate_count(RecurrentCell cell);
/// 2 of an LSTM, the hidden state and the cell, else 1.
int state_count(RecurrentCell cell);

struct RecurrentLayer {
  RecurrentCell cell;
  TimeOrder order;
  std::int64_t batch, steps, hidden;
  std::vector<std::int64_t> lengths;  // of each row; empty: all are `steps` long
  Array weight_hh;                    // (gates H, H)
  std::vector<Array> initial;         // h_0, and c_0 of an LSTM: (B, H)
};

/// Holds what the forward pass leaves for the backward pass.
struct RecurrentTrace {
  Array gates;   // (B, T, gates H): first W_ih x + biases, then what became of them
  Array second;  // (B, T, H): c of an LSTM, a_h of n of a GRU; none of the others
};

/// The outputs (B, T, H), and behind them the final states: (B, T + states, H). `trace.gates` holds the
/// inputs' part of all sums, with b_hh where it is only added; `bias_n` is b_hn of a GRU or null. Behind the
/// end of a row its outputs are 0 and its state stays as it is.
Array recurrent_forward(const RecurrentLayer& layer, const Scalar* bias_n, RecurrentTrace& trace);

struct RecurrentGradients {
  Array gates;                 // (B, T, gates H): of the inputs' part
  Array second;                // (B, T, H): of a_h of n of a GRU, where the two differ
  std::vector<Array> initial;  // as the states
};

/// y is what recurrent_forward gave, g the gradient of all of it.
RecurrentGradients recurrent_backward(const RecurrentLayer& layer, const RecurrentTrace& trace,
                                      const Array& y, const Array& g);

/// The hidden state before each step: (B, T, H).
Array previous_hidden(const RecurrentLayer& layer, const Array& y);

}  // namespace heed
