// All queries meet a block before the next one is read, as flash attention does; the queries are scaled
// first.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor absorb(const Tensor& state, const Tensor& scores, const Tensor& values) {
  double largest = state(0);
  for (const double score : scores.values()) largest = std::max(largest, score);
  if (std::isinf(largest)) return state;
  const double correction = std::exp(state(0) - largest);
  Tensor next({state.dim(0)});
  next(0) = largest;
  for (int c = 1; c < state.dim(0); ++c) next(c) = state(c) * correction;
  for (int j = 0; j < scores.dim(0); ++j) {
    const double weight = std::exp(scores(j) - largest);
    next(1) += weight;
    for (int c = 0; c < values.dim(1); ++c) next(2 + c) += weight * values(j, c);
  }
  return next;
}

Tensor finish(const Tensor& state) {
  Tensor out({state.dim(0) - 2});
  for (int c = 0; state(1) != 0 && c < out.dim(0); ++c) out(c) = state(2 + c) / state(1);
  return out;
}

Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {
  const int width = v.dim(1);
  const Tensor scaled = q / std::sqrt(q.dim(1));
  Tensor empty({2 + width});
  empty(0) = -std::numeric_limits<double>::infinity();
  std::vector<Tensor> states(q.dim(0), empty);
  for (int first = 0; first < k.dim(0); first += block) {
    const int length = std::min(block, k.dim(0) - first);
    Tensor keys({q.dim(1), length}), values({length, width});
    for (int j = 0; j < length; ++j) {
      for (int c = 0; c < q.dim(1); ++c) keys(c, j) = k(first + j, c);
      for (int c = 0; c < width; ++c) values(j, c) = v(first + j, c);
    }
    const Tensor scores = matmul(scaled, keys);
    for (int i = 0; i < q.dim(0); ++i) {
      Tensor row({length});
      for (int j = 0; j < length; ++j) row(j) = scores(i, j);
      states[i] = absorb(states[i], row, values);
    }
  }
  Tensor out({q.dim(0), width});
  for (int i = 0; i < q.dim(0); ++i) {
    const Tensor row = finish(states[i]);
    for (int c = 0; c < width; ++c) out(i, c) = row(c);
  }
  return out;
}
