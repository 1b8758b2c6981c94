// Both stacks as std::accumulate over their layers; the embedding as a product with one-hot rows.
#include "exercises/given.hpp"

Tensor padding_mask(const std::vector<int>& source, int queries, int pad) {
  Tensor mask = Tensor::full({queries, static_cast<int>(source.size())}, 1);
  for (int n = 0; n < mask.size(); ++n)
    if (source[n % source.size()] == pad) mask.flat(n) = 0;
  return mask;
}

Tensor embed(const std::vector<int>& ids, const Tensor& table) {
  Tensor one_hot({static_cast<int>(ids.size()), table.dim(0)});
  for (int t = 0; t < one_hot.dim(0); ++t) one_hot(t, ids[t]) = std::sqrt(table.dim(-1));
  return matmul(one_hot, table) + given::sinusoidal_encoding(one_hot.dim(0), table.dim(-1));
}

Tensor encode(const std::vector<int>& source, const given::TransformerWeights& weights, int pad) {
  const int length = static_cast<int>(source.size());
  return given::layer_norm(
      std::accumulate(weights.encoder.begin(), weights.encoder.end(), embed(source, weights.source_embedding),
                      [&](const Tensor& x, const given::EncoderWeights& layer) {
                        return given::encoder_layer(x, padding_mask(source, length, pad), layer);
                      }),
      weights.encoder_norm.weight, weights.encoder_norm.bias);
}

Tensor decode(const std::vector<int>& target, const Tensor& memory, const Tensor& memory_mask,
              const given::TransformerWeights& weights) {
  const auto layer_on = [&](const Tensor& x, const given::DecoderWeights& layer) {
    return given::decoder_layer(x, memory, given::causal_mask(x.dim(0)), memory_mask, layer);
  };
  return given::layer_norm(std::accumulate(weights.decoder.begin(), weights.decoder.end(),
                                           embed(target, weights.target_embedding), layer_on),
                           weights.decoder_norm);
}

Tensor transformer(const std::vector<int>& source, const std::vector<int>& target,
                   const given::TransformerWeights& weights, int pad) {
  const int rows = static_cast<int>(target.size());
  return given::linear(decode(target, encode(source, weights, pad), padding_mask(source, rows, pad), weights),
                       weights.output.weight, weights.output.bias);
}
