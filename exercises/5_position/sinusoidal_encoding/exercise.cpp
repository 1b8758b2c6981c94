#include "exercises/learn.hpp"

/// The encoding of Vaswani et al.: PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos of the same
/// angle. Positions 0 … length − 1, `dim` (D) even: -> (length, D).
Tensor sinusoidal_encoding(int length, int dim) {
  //~ stub
  // std::sin, std::cos and std::pow are at hand. Mind: 2 / 4 is 0 in C++, 2.0 / 4 is 0.5.
  // 1. Which frequency belongs to column c?
  // 2. Which columns hold sines, which cosines?
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
  //~ wrong halves M20
  Tensor out({length, dim});
  const int half = dim / 2;
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c % half;
      const double angle = pos / std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c < half ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong halves_without_two M20
  Tensor out({length, dim});
  const int half = dim / 2;
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c % half;
      const double angle = pos / std::pow(10000.0, 1.0 * pair / dim);
      out(pos, c) = c < half ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong halves_to_the_end M20
  Tensor out({length, dim});
  const int half = dim / 2;
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c % half;
      const double angle = pos / std::pow(10000.0, 1.0 * pair / std::max(half - 1, 1));
      out(pos, c) = c < half ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong halves_by_column M20
  Tensor out({length, dim});
  const int half = dim / 2;
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c;
      const double angle = pos / std::pow(10000.0, 2.0 * (pair / 2) / dim);
      out(pos, c) = c < half ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong halves_cosine_first M20
  Tensor out({length, dim});
  const int half = dim / 2;
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c % half;
      const double angle = pos / std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c < half ? std::cos(angle) : std::sin(angle);
    }
  return out;
  //~ wrong without_two M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 1.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong exponent_by_column M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 1.0 * c / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong exponent_twice_column M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 2.0 * c / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong exponent_doubled M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 4.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong last_wavelength_full M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 1.0 * pair / std::max(dim / 2 - 1, 1));
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong multiplied M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos * std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong one_frequency
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = 1.0 * pos + 0 * pair;
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong cosine_first M20
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::cos(angle) : std::sin(angle);
    }
  return out;
  //~ wrong only_sines
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::sin(angle);
    }
  return out;
  //~ wrong from_one
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = (pos + 1) / std::pow(10000.0, 2.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ wrong base_1000
  Tensor out({length, dim});
  for (int pos = 0; pos < length; ++pos)
    for (int c = 0; c < dim; ++c) {
      const int pair = c / 2;
      const double angle = pos / std::pow(1000.0, 2.0 * pair / dim);
      out(pos, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  return out;
  //~ end
}

/// What enters the first layer: embeddings · √D + the encodings of positions 0 … T − 1.
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
  //~ wrong not_scaled M20
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) + encoding(t, c);
  return out;
  //~ wrong sum_scaled M20
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = (embeddings(b, t, c) + encoding(t, c)) * std::sqrt(dim);
  return out;
  //~ wrong encoding_scaled M20
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) + encoding(t, c) * std::sqrt(dim);
  return out;
  //~ wrong divided M20
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) / std::sqrt(dim) + encoding(t, c);
  return out;
  //~ wrong without_root M20
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * dim + encoding(t, c);
  return out;
  //~ wrong root_of_length M20
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * std::sqrt(length) + encoding(t, c);
  return out;
  //~ wrong encoding_missing
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * std::sqrt(dim);
  return out;
  //~ wrong position_of_the_sentence
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * std::sqrt(dim) + encoding(b, c);
  return out;
  //~ wrong position_runs_on
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c)
        out(b, t, c) = embeddings(b, t, c) * std::sqrt(dim) + encoding(b * length + t, c);
  return out;
  //~ wrong one_position_late
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * std::sqrt(dim) + encoding(t + 1, c);
  return out;
  //~ wrong encoding_subtracted
  const int batch = embeddings.dim(0), length = embeddings.dim(1), dim = embeddings.dim(2);
  Tensor out(embeddings.shape());
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      for (int c = 0; c < dim; ++c) out(b, t, c) = embeddings(b, t, c) * std::sqrt(dim) - encoding(t, c);
  return out;
  //~ end
}
