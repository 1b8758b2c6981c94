#include "exercises/learn.hpp"

/// The encoding of Vaswani et al.: PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos of the same
/// angle. Positions 0 … length − 1, `dim` (D) even: -> (length, D).
Tensor sinusoidal_encoding(int length, int dim) {
  //~ stub
  // You may use std::sin, std::cos and std::pow. In C++ 2 / 4 is 0, and 2.0 / 4 is 0.5.
  // 1. Which frequency belongs to column c?
  // 2. Which columns hold sines, and which hold cosines?
  return not_written("sinusoidal_encoding");
  //~ solution
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong halves M20: }); => }); const int half = dim / 2; | c / 2 => c % half | % 2 == 0 => < half
  //~ wrong without_two M20: 2.0 => 1.0
  //~ wrong exponent_by_column M20: 2.0 * pair => 1.0 * c
  //~ wrong exponent_doubled M20: 2.0 => 4.0
  //~ wrong last_wavelength_full M20: 2.0 * pair / dim => 1.0 * pair / std::max(dim / 2 - 1, 1)
  //~ wrong multiplied M20: pos / std => pos * std
  //~ wrong one_frequency: pos / std::pow(10000.0, 2.0 * pair / dim) => 1.0 * pos + 0 * pair
  //~ wrong cosine_first M20: sin(angle) : std::cos => cos(angle) : std::sin
  //~ wrong only_sines: cos => sin
  //~ wrong from_one: = pos / => = (pos + 1) /
  //~ end
}

/// Returns what enters the first layer: embeddings · √D + the encodings of positions 0 … T − 1.
/// embeddings (B, T, D), encoding (at least T, D) -> (B, T, D).
Tensor add_positions(const Tensor& embeddings, const Tensor& encoding) {
  //~ stub
  return not_written("add_positions");
  //~ solution
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * std::sqrt(dim) + encoding(t, c);
  return out;
  //~ wrong not_scaled M20: * std::sqrt(dim) + => +
  //~ wrong sum_scaled M20: embeddings(b, t, c) * std::sqrt(dim) + encoding(t, c => (embeddings(b, t, c) + encoding(t, c)) * std::sqrt(dim
  //~ wrong without_root M20: std::sqrt(dim) => dim
  //~ wrong root_of_length M20: (dim => (length
  //~ wrong encoding_missing: ) + encoding(t, c); => );
  //~ wrong position_of_the_sentence: (t, => (b,
  //~ wrong encoding_subtracted: ) + encoding => ) - encoding
  //~ end
}
