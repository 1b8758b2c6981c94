#include "exercises/learn.hpp"

// A condition decides about each pair; what it forbids is never read.
bool allowed(int i, int j, int window, const std::vector<bool>& is_global) {
  return (i >= j ? i - j : j - i) <= window || is_global[i] || is_global[j];
}

std::vector<bool> flags(int length, const std::vector<int>& global) {
  std::vector<bool> is_global(length);
  for (const int g : global) is_global[g] = true;
  return is_global;
}

Tensor sparse_attention_pattern(int length, int window, const std::vector<int>& global) {
  const std::vector<bool> is_global = flags(length, global);
  Tensor pattern({length, length});
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) pattern(i, j) = allowed(i, j, window, is_global) ? 1 : 0;
  return pattern;
}

Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v, int window,
                        const std::vector<int>& global) {
  const std::vector<bool> is_global = flags(q.dim(0), global);
  Tensor out({q.dim(0), v.dim(1)});
  for (int i = 0; i < q.dim(0); ++i) {
    std::map<int, double> scores;
    double top = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < q.dim(0); ++j) {
      if (!allowed(i, j, window, is_global)) continue;
      for (int c = 0; c < q.dim(1); ++c) scores[j] += q(i, c) * k(j, c) / std::sqrt(q.dim(1));
      top = std::max(top, scores[j]);
    }
    for (auto& [j, score] : scores) sum += score = std::exp(score - top);
    for (const auto& [j, weight] : scores)
      for (int c = 0; c < v.dim(1); ++c) out(i, c) += weight / sum * v(j, c);
  }
  return out;
}
