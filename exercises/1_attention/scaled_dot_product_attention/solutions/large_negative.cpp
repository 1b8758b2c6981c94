// The lowest of all doubles where hidden, as torch.finfo(…).min; the query scaled before the product.
#include "exercises/learn.hpp"

namespace {
Tensor exp_rows(Tensor x) {
  for (int i = 0; i < x.dim(0); ++i) {
    double total = 0, top = x(i, 0);
    for (int j = 1; j < x.dim(1); ++j) top = std::max(top, x(i, j));
    for (int j = 0; j < x.dim(1); ++j) total += x(i, j) = std::exp(x(i, j) - top);
    for (int j = 0; j < x.dim(1); ++j) x(i, j) /= total;
  }
  return x;
}
}  // namespace

Tensor attention_scores(const Tensor& query, const Tensor& key) {
  return matmul(query * std::pow(query.dim(1), -0.5), transpose(key));
}

Tensor attention_weights(const Tensor& scores, const Tensor& mask) {
  if (mask.size() == 0) return exp_rows(scores);
  return exp_rows(scores + (1.0 - mask) * std::numeric_limits<double>::lowest());
}

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& mask) {
  return matmul(attention_weights(attention_scores(query, key), mask), value);
}
