#include "exercises/learn.hpp"

// No tensor of heads at all: head h is the slice that begins at feature h·d. The logarithm of the sum first.
Tensor multi_head_attention(const Tensor& x, const Tensor& mask, const Tensor& in_proj_weight,
                            const Tensor& in_proj_bias, const Tensor& out_proj_weight,
                            const Tensor& out_proj_bias, int heads) {
  const int B = x.dim(0), T = x.dim(1), D = x.dim(2), d = D / heads;
  Tensor qkv({B, T, 3 * D});
  for (int b = 0; b < B; ++b)
    for (int t = 0; t < T; ++t)
      for (int o = 0; o < 3 * D; ++o) {
        qkv(b, t, o) = in_proj_bias(o);
        for (int i = 0; i < D; ++i) qkv(b, t, o) += x(b, t, i) * in_proj_weight(o, i);
      }
  Tensor joined({B, T, D});
  for (int b = 0; b < B; ++b)
    for (int h = 0; h < heads; ++h)
      for (int i = 0; i < T; ++i) {
        std::vector<double> s(T);
        for (int j = 0; j < T; ++j) {
          for (int c = 0; c < d; ++c) s[j] += qkv(b, i, h * d + c) * qkv(b, j, D + h * d + c);
          s[j] /= std::sqrt(double(d));
          if (mask(b, j) < 0.5) s[j] = -INFINITY;
        }
        const double m = *std::max_element(s.begin(), s.end());
        double sum = 0;
        for (const double e : s) sum += std::exp(e - m);
        const double log_sum = m + std::log(sum);
        for (int j = 0; j < T; ++j)
          for (int c = 0; c < d; ++c)
            joined(b, i, h * d + c) += std::exp(s[j] - log_sum) * qkv(b, j, 2 * D + h * d + c);
      }
  Tensor out({B, T, D});
  for (int b = 0; b < B; ++b)
    for (int t = 0; t < T; ++t)
      for (int o = 0; o < D; ++o) {
        double y = out_proj_bias(o);
        for (int i = 0; i < D; ++i) y += out_proj_weight(o, i) * joined(b, t, i);
        out(b, t, o) = y;
      }
  return out;
}
