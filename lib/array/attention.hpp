// Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1) over many heads at once, forward and
// backward.
#pragma once

#include "lib/array/mask.hpp"
#include "lib/array/random.hpp"

namespace heed {

/// One of query, key, value for every batch b, head h and row t: D numbers at data + b·batch + h·head +
/// t·row. So heads need not be split off into an array of their own: (B, T, H·D) and (B, H, T, D) are only
/// other strides.
template <typename T>
struct HeadsView {
  T* data = nullptr;
  std::int64_t batch = 0, head = 0, row = 0;

  T* at(std::int64_t b, std::int64_t h) const { return data + b * batch + h * head; }
};

/// B batches, H heads, Tq queries, Tk keys, Dk numbers in a query or key, Dv in a value.
struct AttentionShape {
  std::int64_t batch, heads, queries, keys, key_dim, value_dim;
};

struct AttentionRule {
  Mask mask;
  Scalar scale = 1;       // 1/√Dk in the paper
  double dropout = 0;     // probability of dropping a weight
  RandomStream stream{};  // of the dropout
};

/// The row length of the weights that the kernels keep: whole vectors, so that a row has no rest. Columns
/// from `keys` on are 0.
std::int64_t attention_pitch(std::int64_t keys);

/// out = dropout(P) V with P = softmax(scale Q Kᵀ) over the keys that the mask allows; a query that may
/// attend to nothing gives 0. If `weights` is not null, P (B, H, Tq, attention_pitch(Tk)), before dropout, is
/// written there.
void attention_forward(const AttentionShape& shape, const HeadsView<const Scalar>& query,
                       const HeadsView<const Scalar>& key, const HeadsView<const Scalar>& value,
                       const AttentionRule& rule, const HeadsView<Scalar>& out, Scalar* weights);

/// The gradients for g = dL/dout. With D the dropout factors:
///   dV = (P∘D)ᵀ g,   dP = D ∘ (g Vᵀ),   dS = P ∘ (dP - rowsum(P ∘ dP)),
///   dQ = scale dS K,   dK = scale dSᵀ Q.
/// dquery, dkey, dvalue are overwritten; null data means: not wanted.
void attention_backward(const AttentionShape& shape, const HeadsView<const Scalar>& query,
                        const HeadsView<const Scalar>& key, const HeadsView<const Scalar>& value,
                        const AttentionRule& rule, const Scalar* weights, const HeadsView<const Scalar>& g,
                        const HeadsView<Scalar>& dquery, const HeadsView<Scalar>& dkey,
                        const HeadsView<Scalar>& dvalue);

}  // namespace heed
