// Linear attention (Katharopoulos et al. 2020, "Transformers are RNNs"): e^(q·k) is replaced by φ(q)·φ(k)
// with φ(x) = elu(x) + 1 > 0, so that keys and values need to be summed up only once, whoever asks:
//   out_i = φ(q_i) S_i / (φ(q_i)·z_i),   S_i = Σ_j φ(k_j) v_jᵀ,   z_i = Σ_j φ(k_j)   over the keys that i
//   sees.
// Time and memory grow with the length, and what decoding keeps does not grow at all.
#pragma once

#include "lib/array/attention_rule.hpp"

namespace heed::inline HEED_PRECISION {

/// out of the formula above (finite for finite numbers: a factor of φ(q_i) cancels, so φ of a query of
/// negative numbers is e^(q - max q); φ of keys below -80 is that of -80); φ of keys that nobody sees is 0,
/// and a query that sees no key gives 0. Causal attention sums up 64 tokens at a time: inside of them pairs
/// are written down (as in section 3.3 of the paper's code), all before them are in S and z. `mask` may be
/// all, padding, causal and these joined by & (Mask::causal_offset throws UsageError for others). If
/// `inverses` is not null, 1 / (φ(q_i)·z_i) is left there (0 of a query that sees nothing): (B, H, Tq).
void linear_attention_forward(const AttentionShape& shape, const AttentionInputs& inputs, const Mask& mask,
                              const HeadsView<Scalar>& out, Scalar* inverses);

/// The gradients for g = dL/dout. With g̃_i = g_i / (φ(q_i)·z_i) and c_i = g̃_i·out_i:
///   dφ(q_i) = S_i g̃_i - c_i z_i,   dφ(k_j) = R_j v_j - r_j,   dv_j = R_jᵀ φ(k_j),
///   R_j = Σ_i φ(q_i) g̃_iᵀ,   r_j = Σ_i c_i φ(q_i)   over the queries that see j, summed up from the last
///   one.
void linear_attention_backward(const AttentionShape& shape, const AttentionInputs& inputs, const Mask& mask,
                               const HeadsView<const Scalar>& out, const Scalar* inverses,
                               const HeadsView<const Scalar>& g, const AttentionGradients& gradients);

/// All that linear attention remembers of the keys and values so far: of the same size after one token and
/// after a million. It is the cache of decoding. A row of the batch is a row of both arrays.
struct LinearState {
  Array sum;         // S: (B, H, Dk, Dv)
  Array normaliser;  // z: (B, H, Dk)

  /// That of no key at all.
  static LinearState empty(std::int64_t batch, std::int64_t heads, std::int64_t key_dim,
                           std::int64_t value_dim);
};

/// The next queries, keys and values: `state` takes in the keys that the mask allows, and a query sees those
/// that were in it, all of them, and of the new ones what the mask says. So with Mask::causal() and as many
/// queries as keys this is decoding, a token or many at a time; without keys it only reads; without queries
/// it only takes in. Throws ShapeError if the state has another shape.
void linear_attention_extend(const AttentionShape& shape, const AttentionInputs& inputs, const Mask& mask,
                             LinearState& state, const HeadsView<Scalar>& out);

}  // namespace heed
