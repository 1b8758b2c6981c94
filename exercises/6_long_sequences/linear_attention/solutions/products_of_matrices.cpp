// φ(K)ᵀ [V, 1] at once: the last column of the sums is the denominator's. Causal: the same, a row at a time.
#include "exercises/learn.hpp"

namespace {

Tensor features(Tensor x) {
  for (int n = 0; n < x.size(); ++n) {
    const double value = x.flat(n);
    x.flat(n) = value > 0 ? 1 + value : std::exp(value);
  }
  return x;
}

Tensor with_ones(const Tensor& v) {
  Tensor wide({v.dim(0), v.dim(1) + 1});
  for (int t = 0; t < v.dim(0); ++t) {
    for (int c = 0; c < v.dim(1); ++c) wide(t, c) = v(t, c);
    wide(t, v.dim(1)) = 1;
  }
  return wide;
}

}  // namespace

Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  const Tensor sums = matmul(transpose(features(k)), with_ones(v));
  const Tensor both = matmul(features(q), sums);
  Tensor out({q.dim(0), v.dim(1)});
  for (int t = 0; t < out.dim(0); ++t)
    for (int c = 0; c < out.dim(1); ++c) out(t, c) = both(t, c) / both(t, v.dim(1));
  return out;
}

Tensor causal_linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  const Tensor seen = features(k), asked = features(q), wide = with_ones(v);
  std::vector<std::vector<double>> sums(q.dim(1), std::vector<double>(wide.dim(1)));
  Tensor out({q.dim(0), v.dim(1)});
  std::vector<double> row(wide.dim(1));
  for (int t = 0; t < out.dim(0); ++t) {
    std::fill(row.begin(), row.end(), 0.0);
    for (int d = 0; d < q.dim(1); ++d)
      for (int c = 0; c < wide.dim(1); ++c) {
        sums[d][c] += seen(t, d) * wide(t, c);
        row[c] += asked(t, d) * sums[d][c];
      }
    for (int c = 0; c < out.dim(1); ++c) out(t, c) = row[c] / row.back();
  }
  return out;
}
