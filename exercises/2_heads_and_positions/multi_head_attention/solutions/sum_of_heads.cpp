#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// concat(heads) W_oᵀ is the sum over the heads of head_h times its own columns of W_o; padded keys are left
// out of the matrices altogether.
Tensor slice(const Tensor& x, int b, const std::vector<int>& positions, const Tensor& weight,
             const Tensor& bias, int first, int d) {
  Tensor out({int(positions.size()), d});
  for (int n = 0; n < out.dim(0); ++n)
    for (int c = 0; c < d; ++c) {
      out(n, c) = bias(first + c);
      for (int i = 0; i < x.dim(2); ++i) out(n, c) += weight(first + c, i) * x(b, positions[n], i);
    }
  return out;
}

Tensor multi_head_attention(const Tensor& x, const Tensor& mask, const Tensor& in_proj_weight,
                            const Tensor& in_proj_bias, const Tensor& out_proj_weight,
                            const Tensor& out_proj_bias, int heads) {
  const int length = x.dim(1), dim = x.dim(2), d = dim / heads;
  Tensor out(x.shape());
  for (int b = 0; b < x.dim(0); ++b) {
    std::vector<int> all(length), words;
    std::iota(all.begin(), all.end(), 0);
    for (const int t : all)
      if (mask(b, t) == 1) words.push_back(t);
    for (int t = 0; t < length; ++t)
      for (int o = 0; o < dim; ++o) out(b, t, o) = out_proj_bias(o);
    for (int h = 0; h < heads; ++h) {
      const Tensor q = slice(x, b, all, in_proj_weight, in_proj_bias, h * d, d) * (1 / std::sqrt(d));
      const Tensor k = slice(x, b, words, in_proj_weight, in_proj_bias, dim + h * d, d);
      const Tensor v = slice(x, b, words, in_proj_weight, in_proj_bias, 2 * dim + h * d, d);
      const Tensor head = matmul(given::softmax(matmul(q, transpose(k))), v);
      for (int t = 0; t < length; ++t)
        for (int o = 0; o < dim; ++o)
          for (int c = 0; c < d; ++c) out(b, t, o) += head(t, c) * out_proj_weight(o, h * d + c);
    }
  }
  return out;
}
