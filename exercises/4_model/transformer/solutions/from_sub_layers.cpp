// No given layer: attention, feed-forward, residual and norm one by one; the positions by their formula.
#include "exercises/given.hpp"

Tensor padding_mask(const std::vector<int>& source, int queries, int pad) {
  std::vector<double> values;
  for (int i = 0; i < queries; ++i)
    for (const int id : source) values.push_back(id != pad);
  return Tensor::of({queries, static_cast<int>(source.size())}, values);
}

Tensor embed(const std::vector<int>& ids, const Tensor& table) {
  const int width = table.dim(1);
  Tensor x({static_cast<int>(ids.size()), width});
  int position = 0;
  for (const int id : ids) {
    for (int c = 0; c < width; ++c) {
      const double angle = position / std::pow(10000.0, (c - c % 2) / static_cast<double>(width));
      x(position, c) = table(id, c) * std::sqrt(width) + (c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
    ++position;
  }
  return x;
}

Tensor attended(const Tensor& x, const Tensor& memory, const Tensor& mask,
                const given::AttentionWeights& weights, const given::Norm& norm) {
  return given::layer_norm(x + given::multi_head_attention(x, memory, weights, mask), norm);
}

Tensor encode(const std::vector<int>& source, const given::TransformerWeights& weights, int pad) {
  Tensor x = embed(source, weights.source_embedding);
  const Tensor mask = padding_mask(source, x.dim(0), pad);
  for (std::size_t n = 0; n < weights.encoder.size(); ++n) {
    const given::EncoderWeights& w = weights.encoder[n];
    x = attended(x, x, mask, w.attention, w.norm1);
    x = given::layer_norm(x + given::feed_forward(x, w.linear1, w.linear2), w.norm2);
  }
  return given::layer_norm(x, weights.encoder_norm);
}

Tensor decode(const std::vector<int>& target, const Tensor& memory, const Tensor& memory_mask,
              const given::TransformerWeights& weights) {
  Tensor x = embed(target, weights.target_embedding);
  Tensor causal({x.dim(0), x.dim(0)});
  for (int i = 0; i < x.dim(0); ++i)
    for (int j = 0; j < x.dim(0); ++j) causal(i, j) = i >= j;
  for (const auto& w : weights.decoder) {
    x = attended(x, x, causal, w.self_attention, w.norm1);
    x = attended(x, memory, memory_mask, w.cross_attention, w.norm2);
    x = given::layer_norm(x + given::feed_forward(x, w.linear1, w.linear2), w.norm3);
  }
  return given::layer_norm(x, weights.decoder_norm);
}

Tensor transformer(const std::vector<int>& source, const std::vector<int>& target,
                   const given::TransformerWeights& weights, int pad) {
  const Tensor x = decode(target, encode(source, weights, pad),
                          padding_mask(source, static_cast<int>(target.size()), pad), weights);
  Tensor logits = matmul(x, transpose(weights.output.weight));
  for (int t = 0; t < logits.dim(0); ++t)
    for (int v = 0; v < logits.dim(1); ++v) logits(t, v) += weights.output.bias(v);
  return logits;
}
