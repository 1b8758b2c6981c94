// The lowest of all doubles where hidden, hidden weights deleted again, and a sum that is never 0.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  Tensor e(scores.shape());
  for (int i = 0; i < e.dim(0); ++i) {
    double max = std::numeric_limits<double>::lowest(), sum = 0;
    for (int j = 0; j < e.dim(1); ++j)
      max = std::max(max, mask(i, j) > 0 ? scores(i, j) : std::numeric_limits<double>::lowest());
    for (int j = 0; j < e.dim(1); ++j) {
      e(i, j) = std::exp((mask(i, j) > 0 ? scores(i, j) : std::numeric_limits<double>::lowest()) - max) *
                mask(i, j);
      sum += e(i, j);
    }
    for (int j = 0; j < e.dim(1); ++j) e(i, j) /= sum == 0 ? 1 : sum;
  }
  return e;
}

Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  const Tensor w = masked_weights(matmul(query, transpose(key)) * std::pow(key.dim(1), -0.5), mask);
  Tensor out({query.dim(0), value.dim(1)});
  for (int i = 0; i < out.dim(0); ++i)
    for (int d = 0; d < out.dim(1); ++d)
      for (int j = 0; j < value.dim(0); ++j) out(i, d) += w(i, j) * value(j, d);
  return out;
}

Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  const Tensor p = masked_weights(scores, mask), pg = p * upstream;
  Tensor d = pg;
  for (int i = 0; i < p.dim(0); ++i) {
    double row = 0;
    for (int j = 0; j < p.dim(1); ++j) row += pg(i, j);
    for (int j = 0; j < p.dim(1); ++j) d(i, j) -= p(i, j) * row;
  }
  return d;
}
