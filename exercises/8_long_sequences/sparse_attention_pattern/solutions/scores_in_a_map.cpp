#include "exercises/learn.hpp"

// A condition draws the pattern; the attention goes through the window and the list of global keys only.
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
    const auto visit = [&](int j) {
      if (scores.count(j) > 0) return;  // a global key inside the window
      for (int c = 0; c < q.dim(1); ++c) scores[j] += q(i, c) * k(j, c) / std::sqrt(q.dim(1));
      top = std::max(top, scores[j]);
    };
    const int first = is_global[i] ? 0 : std::max(0, i - window);
    const int last = is_global[i] ? q.dim(0) - 1 : std::min(q.dim(0) - 1, i + window);
    for (int j = first; j <= last; ++j) visit(j);
    for (const int g : global) visit(g);
    for (auto& [j, score] : scores) sum += score = std::exp(score - top);
    for (const auto& [j, weight] : scores)
      for (int c = 0; c < v.dim(1); ++c) out(i, c) += weight / sum * v(j, c);
  }
  return out;
}
