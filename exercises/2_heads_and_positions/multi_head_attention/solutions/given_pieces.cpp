#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// Put together from the pieces that are at hand.
Tensor rows(const Tensor& t, int first, int count) {
  std::vector<int> shape = t.shape();
  shape[0] = count;
  Tensor out(shape);
  const int width = t.size() / t.dim(0);
  for (int n = 0; n < out.size(); ++n) out.flat(n) = t.flat(first * width + n);
  return out;
}

Tensor multi_head_attention(const Tensor& x, const Tensor& mask, const Tensor& in_proj_weight,
                            const Tensor& in_proj_bias, const Tensor& out_proj_weight,
                            const Tensor& out_proj_bias, int heads) {
  const int D = x.dim(-1);
  std::vector<Tensor> qkv;
  for (int part = 0; part < 3; ++part)
    qkv.push_back(given::split_heads(
        given::linear(x, rows(in_proj_weight, part * D, D), rows(in_proj_bias, part * D, D)), heads));
  Tensor allowed({x.dim(0), heads, x.dim(1), x.dim(1)});
  for (int b = 0; b < allowed.dim(0); ++b)
    for (int h = 0; h < allowed.dim(1); ++h)
      for (int i = 0; i < allowed.dim(2); ++i)
        for (int j = 0; j < allowed.dim(3); ++j) allowed(b, h, i, j) = mask(b, j);
  const Tensor attended = given::attention(qkv[0], qkv[1], qkv[2], allowed);
  return given::linear(given::merge_heads(attended), out_proj_weight, out_proj_bias);
}
