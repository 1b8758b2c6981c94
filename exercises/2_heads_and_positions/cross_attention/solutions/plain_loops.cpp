#include "exercises/learn.hpp"

// Everything inside one loop over sentences and heads; padded keys are skipped, the logarithm of the sum
// comes first.
Tensor cross_attention(const Tensor& decoder, const Tensor& memory, const Tensor& target_mask,
                       const Tensor& memory_mask, const Tensor& w_q, const Tensor& w_k, const Tensor& w_v,
                       const Tensor& w_o, int heads) {
  const int B = decoder.dim(0), T = decoder.dim(1), S = memory.dim(1), D = decoder.dim(2), d = D / heads;
  auto project = [D](const Tensor& x, const Tensor& w) {
    Tensor y(x.shape());
    for (int b = 0; b < x.dim(0); b++)
      for (int t = 0; t < x.dim(1); t++)
        for (int o = 0; o < D; o++)
          for (int i = 0; i < D; i++) y(b, t, o) += w(o, i) * x(b, t, i);
    return y;
  };
  Tensor q = project(decoder, w_q), k = project(memory, w_k), v = project(memory, w_v), joined({B, T, D});
  for (int b = 0; b < B; b++)
    for (int h = 0; h < heads; h++)
      for (int i = 0; i < T; i++) {
        double sum = 0, top = -1e300;
        std::vector<double> score(S, 0.0);
        for (int j = 0; j < S; j++) {
          if (memory_mask(b, j) == 0) continue;
          for (int c = h * d; c < (h + 1) * d; c++) score[j] += q(b, i, c) * k(b, j, c);
          score[j] /= std::sqrt(1.0 * d);
          top = std::max(top, score[j]);
        }
        for (int j = 0; j < S; j++)
          if (memory_mask(b, j) != 0) sum += std::exp(score[j] - top);
        const double log_sum = top + std::log(sum);
        for (int j = 0; j < S; j++) {
          if (memory_mask(b, j) == 0) continue;
          for (int c = h * d; c < (h + 1) * d; c++)
            joined(b, i, c) += std::exp(score[j] - log_sum) * v(b, j, c);
        }
      }
  return project(joined, w_o);
}
