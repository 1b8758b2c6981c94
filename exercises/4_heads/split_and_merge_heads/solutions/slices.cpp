// Slices of features, copied as a whole and put one behind the other.
#include "exercises/learn.hpp"

Tensor split_heads(const Tensor& x, int heads) {
  const int batch = x.dim(0), length = x.dim(1), size = x.dim(2) / heads;
  const std::vector<double>& from = x.values();
  std::vector<double> to;
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < length; ++t) {
        const auto slice = from.begin() + ((b * length + t) * heads + h) * size;
        to.insert(to.end(), slice, slice + size);
      }
  return Tensor::of({batch, heads, length, size}, to);
}

// Back is the same with heads and positions in each other's place.
Tensor merge_heads(const Tensor& x) {
  const int batch = x.dim(0), heads = x.dim(1), length = x.dim(2), size = x.dim(3);
  return split_heads(x.reshape({batch, heads, length * size}), length).reshape({batch, length, heads * size});
}
