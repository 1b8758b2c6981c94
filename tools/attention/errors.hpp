// How far what a kernel gives is from the same sums in double, and from what full attention gives.
#pragma once

#include "tools/attention/kinds.hpp"

namespace heed {

struct AttentionError {
  std::string kind;
  bool causal;
  /// ‖out - exact‖ / ‖exact‖, where exact is what the kind should give, computed in double: rounding.
  double rounding;
  /// The same with the exact full attention, softmax over all (earlier) keys: what the kind leaves out.
  double from_full;
};

/// Of every kind: one head of random numbers, forward.
std::vector<AttentionError> attention_errors(const AttentionCase& at);

/// The linear form with its normaliser and without, as it is printed now and then: out = φ(Q) (φ(K)ᵀ V). All
/// values are 1, so each output, a mean of values, must be 1.
struct Unnormalised {
  std::int64_t tokens;
  double with_normaliser;  // mean of the outputs
  double without;
};
Unnormalised without_normaliser(std::int64_t tokens);

}  // namespace heed
