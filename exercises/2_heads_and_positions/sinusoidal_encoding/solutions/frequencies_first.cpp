// The frequencies once, each a fixed share of the one before; then all rows from them, number after number.
#include "exercises/learn.hpp"

Tensor sinusoidal_encoding(int length, int dim) {
  std::vector<double> frequencies{1}, numbers;
  while (2 * frequencies.size() < std::size_t(dim))
    frequencies.push_back(frequencies.back() / std::pow(10000.0, 2.0 / dim));
  for (int position = 0; position < length; ++position)
    for (const double frequency : frequencies) {
      numbers.push_back(std::sin(position * frequency));
      numbers.push_back(std::cos(position * frequency));
    }
  return Tensor::of({length, dim}, numbers);
}

Tensor add_positions(const Tensor& embeddings, const Tensor& encoding) {
  const int length = embeddings.dim(1), dim = embeddings.dim(2);
  std::vector<double> numbers = embeddings.values();
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const int position = int(n) / dim % length;
    numbers[n] = numbers[n] * std::sqrt(double(dim)) + encoding(position, int(n) % dim);
  }
  return Tensor::of(embeddings.shape(), numbers);
}
