// A reshape to (B, T, H, D/H), then the two middle axes exchanged; and the same backwards.
#include "exercises/learn.hpp"

static Tensor middle_exchanged(const Tensor& x) {
  Tensor y({x.dim(0), x.dim(2), x.dim(1), x.dim(3)});
  for (int a = 0; a < y.dim(0); ++a)
    for (int b = 0; b < y.dim(1); ++b)
      for (int c = 0; c < y.dim(2); ++c)
        for (int d = 0; d < y.dim(3); ++d) y(a, b, c, d) = x(a, c, b, d);
  return y;
}

Tensor split_heads(const Tensor& x, int heads) {
  return middle_exchanged(x.reshape({x.dim(0), x.dim(1), heads, x.dim(2) / heads}));
}

Tensor merge_heads(const Tensor& x) {
  return middle_exchanged(x).reshape({x.dim(0), x.dim(2), x.dim(1) * x.dim(3)});
}
