// RNN, LSTM and GRU: layers of recurrent nets, one above the other, in one direction or both. Names, shapes,
// gates and defaults are PyTorch's with batch_first.
#pragma once

#include <vector>

#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

/// A net remembers this: (layers · directions, B, H) each, PyTorch's h_n and c_n. `cell` of an LSTM alone.
struct RecurrentState {
  Variable hidden{}, cell{};

  /// The rows of a batch in another order, several times, or left out, as a Continuation asks
  /// (nn/decoding.hpp); without a graph. Throws ShapeError for a row that is not there.
  RecurrentState select(const std::vector<std::int32_t>& rows) const;
};

/// All three kinds in one. Parameters weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0,
/// weight_ih_l0_reverse, … start as U(-1/√H, 1/√H).
class Recurrent : public Module {
 public:
  struct Options {
    std::int64_t layers = 1;
    bool bidirectional = false;
    bool bias = true;
    double dropout = 0;  // of the outputs of each layer but the last
  };
  struct Input {
    RecurrentState initial{};             // undefined: 0
    std::vector<std::int64_t> lengths{};  // tokens of each row, as PyTorch's packed sequences; empty: all
  };
  struct Result {
    Variable output;  // (B, T, directions · H): the last layer's hidden states; 0 behind the end of a row
    RecurrentState state;  // after the last token of each row; of the other direction, after the first
  };

  /// x (B, T, C). Throws ShapeError; UsageError for a cell state that only an LSTM has, or one of an LSTM's
  /// two states without the other.
  Result operator()(const Variable& x, const Input& input) const;
  Result operator()(const Variable& x) const { return (*this)(x, Input()); }

  std::int64_t hidden_size() const { return hidden_size_; }

 protected:
  Recurrent(RecurrentCell cell, std::int64_t input_size, std::int64_t hidden_size, Rng& rng, Options options);

 private:
  RecurrentCell cell_;
  std::int64_t hidden_size_;
  Options options_;
  std::vector<RecurrentWeights> weights_;  // of layer 0, of layer 0 reversed, of layer 1, …
  Dropout dropout_;
};

/// h = tanh(W_ih x + b_ih + W_hh h + b_hh), or relu.
class RNN : public Recurrent {
 public:
  enum class Nonlinearity { tanh, relu };
  RNN(std::int64_t input_size, std::int64_t hidden_size, Rng& rng, Options options,
      Nonlinearity nonlinearity = Nonlinearity::tanh)
      : Recurrent(nonlinearity == Nonlinearity::tanh ? RecurrentCell::tanh : RecurrentCell::relu, input_size,
                  hidden_size, rng, options) {}
  RNN(std::int64_t input_size, std::int64_t hidden_size, Rng& rng)
      : RNN(input_size, hidden_size, rng, Options()) {}
};

/// Gates i, f, g, o (Hochreiter & Schmidhuber 1997): the formulas are at RecurrentCell.
class LSTM : public Recurrent {
 public:
  LSTM(std::int64_t input_size, std::int64_t hidden_size, Rng& rng, Options options)
      : Recurrent(RecurrentCell::lstm, input_size, hidden_size, rng, options) {}
  LSTM(std::int64_t input_size, std::int64_t hidden_size, Rng& rng)
      : LSTM(input_size, hidden_size, rng, Options()) {}
};

/// Gates r, z, n (Cho et al. 2014).
class GRU : public Recurrent {
 public:
  GRU(std::int64_t input_size, std::int64_t hidden_size, Rng& rng, Options options)
      : Recurrent(RecurrentCell::gru, input_size, hidden_size, rng, options) {}
  GRU(std::int64_t input_size, std::int64_t hidden_size, Rng& rng)
      : GRU(input_size, hidden_size, rng, Options()) {}
};

}  // namespace heed
