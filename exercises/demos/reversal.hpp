// A model with one self-attention, a learner's, which has to learn to turn a sequence round.
#pragma once

#include <functional>
#include <string>

#include "autograd/variable.hpp"

namespace heed::demos {

/// softmax(Q Kᵀ / √d_k) V with Q = x W_q, K = x W_k, V = x W_v: x (B, T, C), weights (C, D) -> (B, T, D).
using SelfAttentionFunction = std::function<Variable(const Variable& x, const Variable& w_query,
                                                     const Variable& w_key, const Variable& w_value)>;

struct Reversal {
  int steps = 0;                         // of training
  double first_loss = 0, last_loss = 0;  // nats a digit
  int tested = 0, right = 0;             // unseen sequences, and those reversed without a mistake
  int length = 0;                        // digits of a sequence
  std::string example{}, answer{};       // "3 1 4 …" and what the model makes of it
};

/// Embedding + positions -> self-attention -> linear -> logits of the digit at the mirrored place. Only the
/// attention connects positions, and it can do so only if gradients reach all its inputs.
Reversal learn_to_reverse(const SelfAttentionFunction& attention);

}  // namespace heed::demos
