// These functions are what earlier exercises were about, ready for later ones, and written for reading.
#pragma once

#include "exercises/given_layers.hpp"
#include "exercises/given_values.hpp"
#include "exercises/learn.hpp"

namespace heed::learn::given {

/// exp(x_i − max) / Σ_j exp(x_j − max) over the last axis.
Tensor softmax(const Tensor& x);
/// x_i − max − log Σ_j exp(x_j − max) over the last axis.
Tensor log_softmax(const Tensor& x);
/// dL/dx of p = softmax(x) over the last axis: p ∘ (g − Σ_j g_j p_j).
Tensor softmax_backward(const Tensor& p, const Tensor& g);
/// (x − μ) / √(σ² + ε) ∘ weight + bias over the last axis; weight and bias (C).
Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps = 1e-5);
/// x Wᵀ + b: x (…, in), weight (out, in), bias (out) -> (…, out).
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);
/// softmax(Q Kᵀ / √d) V: query (…, Tq, d), key (…, Tk, d), value (…, Tk, dv) -> (…, Tq, dv). mask (Tq, Tk) or
/// (…, Tq, Tk): 1 = may attend, 0 = may not; none: everything may. A query that may attend to nothing gives
/// 0.
Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value);
Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask);
/// (T, T): 1 where column ≤ row.
Tensor causal_mask(int length);
/// (…, T, C) -> (…, heads, T, C / heads), and back.
Tensor split_heads(const Tensor& x, int heads);
Tensor merge_heads(const Tensor& x);
/// sin(pos / 10000^(2i/C)) at 2i, cos at 2i + 1: (T, C).
Tensor sinusoidal_encoding(int length, int channels);
/// Rotary embedding at positions 0, 1, …: the pair of features 2m, 2m + 1 of row t turns by t / 10000^(2m/d),
/// for x (…, T, d).
Tensor rotary(const Tensor& x);
/// max(x, 0).
Tensor relu(const Tensor& x);

/// Attention passes these back, with the shapes of its inputs.
struct AttentionGradients {
  Tensor query, key, value;
};

/// One step of a computation on numbers: op is '+' or '*', or 'x' for a leaf; left and right are the places
/// of the operands in the tape (−1 for a leaf); grad is the derivative of the tape's last node by this one.
struct Node {
  char op = 'x';
  int left = -1;
  int right = -1;
  double data = 0;
  double grad = 0;
};
/// A computation in the order in which it was computed.
using Tape = std::vector<Node>;

}  // namespace heed::learn::given

namespace given = heed::learn::given;
