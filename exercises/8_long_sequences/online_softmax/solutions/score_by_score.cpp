// Key by key within a block: the state is corrected whenever a larger score comes.
#include "exercises/learn.hpp"

Tensor absorb(const Tensor& state, const Tensor& scores, const Tensor& values) {
  Tensor now = state;
  for (int j = 0; j < scores.size(); ++j) {
    const double score = scores(j);
    if (score == -std::numeric_limits<double>::infinity()) continue;
    if (score > now(0)) {
      const double shrink = std::exp(now(0) - score);
      for (int c = 1; c < now.size(); ++c) now(c) *= shrink;
      now(0) = score;
    }
    const double weight = std::exp(score - now(0));
    now(1) += weight;
    for (int c = 0; c < values.dim(1); ++c) now(c + 2) += weight * values(j, c);
  }
  return now;
}

Tensor finish(const Tensor& state) {
  std::vector<double> sums(state.values().begin() + 2, state.values().end());
  if (state(1) != 0)
    for (double& sum : sums) sum /= state(1);
  return Tensor::of({static_cast<int>(sums.size())}, sums);
}

Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {
  const double scale = 1 / std::sqrt(static_cast<double>(q.dim(1)));
  Tensor out({q.dim(0), v.dim(1)});
  for (int i = 0; i < q.dim(0); ++i) {
    Tensor state({v.dim(1) + 2});
    state(0) = -std::numeric_limits<double>::infinity();
    for (int first = 0; first < k.dim(0); first += block) {
      std::vector<double> scores, rows;
      for (int j = first; j < std::min(k.dim(0), first + block); ++j) {
        double score = 0;
        for (int c = 0; c < k.dim(1); ++c) score += q(i, c) * scale * k(j, c);
        scores.push_back(score);
        for (int c = 0; c < v.dim(1); ++c) rows.push_back(v(j, c));
      }
      const int length = static_cast<int>(scores.size());
      state = absorb(state, Tensor::of({length}, scores), Tensor::of({length, v.dim(1)}, rows));
    }
    const Tensor row = finish(state);
    for (int c = 0; c < v.dim(1); ++c) out(i, c) = row(c);
  }
  return out;
}
