// A cosine is a sine that is a quarter turn ahead; the pairs are written one after the other.
#include "exercises/learn.hpp"

Tensor sinusoidal_encoding(int length, int dim) {
  const double quarter = std::acos(0.0);
  Tensor table({length, dim});
  for (int c = 0; c < dim; ++c)
    for (int t = 0; t < length; ++t)
      table(t, c) = std::sin(t * std::pow(10000.0, -(c - c % 2) / double(dim)) + (c % 2) * quarter);
  return table;
}

Tensor add_positions(const Tensor& embeddings, const Tensor& encoding) {
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor positions({batch, length, dim});
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) positions(b, t, c) = encoding(t, c);
  return embeddings * std::pow(dim, 0.5) + positions;
}
