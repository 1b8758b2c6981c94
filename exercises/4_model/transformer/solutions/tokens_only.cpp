// The decoder gets the rows of the memory that belong to tokens, and a mask of ones.
#include "exercises/given.hpp"

Tensor padding_mask(const std::vector<int>& source, int queries, int pad) {
  Tensor mask({queries, static_cast<int>(source.size())});
  for (std::size_t j = 0; j < source.size(); ++j)
    for (int i = 0; source[j] != pad && i < queries; ++i) mask(i, static_cast<int>(j)) = 1;
  return mask;
}

Tensor embed(const std::vector<int>& ids, const Tensor& table) {
  const double scale = std::sqrt(static_cast<double>(table.dim(1)));
  const Tensor positions = given::sinusoidal_encoding(static_cast<int>(ids.size()), table.dim(1));
  Tensor x(positions.shape());
  for (int t = 0; t < x.dim(0); ++t)
    for (int c = 0; c < x.dim(1); ++c) x(t, c) = scale * table(ids[t], c);
  x += positions;
  return x;
}

Tensor encode(const std::vector<int>& source, const given::TransformerWeights& weights, int pad) {
  Tensor x = embed(source, weights.source_embedding);
  for (auto layer = weights.encoder.begin(); layer != weights.encoder.end(); ++layer)
    x = given::encoder_layer(x, padding_mask(source, x.dim(0), pad), *layer);
  return given::layer_norm(x, weights.encoder_norm);
}

Tensor decode(const std::vector<int>& target, const Tensor& memory, const Tensor& memory_mask,
              const given::TransformerWeights& weights) {
  Tensor x = embed(target, weights.target_embedding);
  for (auto layer = weights.decoder.begin(); layer != weights.decoder.end(); ++layer)
    x = given::decoder_layer(x, memory, given::causal_mask(x.dim(0)), memory_mask, *layer);
  return given::layer_norm(x, weights.decoder_norm);
}

/// Rows of x whose token is no padding.
Tensor tokens_of(const Tensor& x, const std::vector<int>& source, int pad) {
  std::vector<double> values;
  for (int s = 0; s < x.dim(0); ++s)
    for (int c = 0; source[s] != pad && c < x.dim(1); ++c) values.push_back(x(s, c));
  return Tensor::of({static_cast<int>(values.size()) / x.dim(1), x.dim(1)}, values);
}

Tensor transformer(const std::vector<int>& source, const std::vector<int>& target,
                   const given::TransformerWeights& weights, int pad) {
  const Tensor memory = tokens_of(encode(source, weights, pad), source, pad);
  const Tensor all = Tensor::full({static_cast<int>(target.size()), memory.dim(0)}, 1);
  return given::linear(decode(target, memory, all, weights), weights.output);
}
