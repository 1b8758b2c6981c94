// A block has a state of its own, which is then joined with the one before it.
#include "exercises/learn.hpp"

constexpr double nothing = -std::numeric_limits<double>::infinity();

Tensor state_of(const Tensor& scores, const Tensor& values) {
  Tensor state({2 + values.dim(1)});
  state(0) = nothing;
  for (const double score : scores.values()) state(0) = std::max(state(0), score);
  for (int j = 0; j < scores.dim(0) && state(0) != nothing; ++j) {
    const double weight = std::exp(scores(j) - state(0));
    state(1) += weight;
    for (int c = 0; c < values.dim(1); ++c) state(2 + c) += weight * values(j, c);
  }
  return state;
}

Tensor absorb(const Tensor& state, const Tensor& scores, const Tensor& values) {
  const Tensor block = state_of(scores, values);
  if (block(0) == nothing) return state;
  if (state(0) == nothing) return block;
  const double largest = std::max(state(0), block(0));
  Tensor joined = std::exp(state(0) - largest) * state + std::exp(block(0) - largest) * block;
  joined(0) = largest;
  return joined;
}

Tensor finish(const Tensor& state) {
  Tensor out({state.size() - 2});
  if (state(0) == nothing) return out;
  for (int c = 0; c < out.size(); ++c) out(c) = state(2 + c) / state(1);
  return out;
}

Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {
  const int width = v.dim(1);
  Tensor out({q.dim(0), width});
  for (int i = 0; i < q.dim(0); ++i) {
    Tensor state({2 + width});
    state(0) = nothing;
    int next = 0;
    while (next < k.dim(0)) {
      const int length = std::min(block, k.dim(0) - next);
      Tensor scores({length}), values({length, width});
      for (int j = 0; j < length; ++j, ++next) {
        for (int c = 0; c < q.dim(1); ++c) scores(j) += q(i, c) * k(next, c);
        scores(j) /= std::sqrt(q.dim(1));
        for (int c = 0; c < width; ++c) values(j, c) = v(next, c);
      }
      state = absorb(state, scores, values);
    }
    const Tensor row = finish(state);
    for (int c = 0; c < width; ++c) out(i, c) = row(c);
  }
  return out;
}
