// Element n finds its place in the other shape by its indices, which division gives.
#include "exercises/learn.hpp"

Tensor split_heads(const Tensor& x, int heads) {
  const int length = x.dim(1), width = x.dim(2), size = width / heads;
  Tensor split({x.dim(0), heads, length, size});
  for (int n = 0; n < x.size(); ++n) {
    const int b = n / (length * width), t = n / width % length, feature = n % width;
    split.flat(((b * heads + feature / size) * length + t) * size + feature % size) = x.flat(n);
  }
  return split;
}

Tensor merge_heads(const Tensor& x) {
  const int heads = x.dim(1), length = x.dim(2), size = x.dim(3);
  Tensor merged({x.dim(0), length, heads * size});
  for (int n = 0; n < x.size(); ++n) {
    const int c = n % size, t = n / size % length, h = n / (size * length) % heads,
              b = n / (size * length * heads);
    merged.flat((b * length + t) * heads * size + h * size + c) = x.flat(n);
  }
  return merged;
}
