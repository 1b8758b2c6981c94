#include "exercises/given.hpp"

/// The mask of a source for `queries` positions that look at it: (queries, S), 1 = may attend, 0 in the
/// columns where the source has `pad`.
Tensor padding_mask(const std::vector<int>& source, int queries, int pad) {
  //~ stub
  // All rows are alike. What does an entry depend on?
  return not_written("padding_mask");
  //~ solution
  Tensor mask({queries, static_cast<int>(source.size())});
  for (int i = 0; i < queries; ++i) {
    for (int j = 0; j < mask.dim(1); ++j) mask(i, j) = source[j] == pad ? 0 : 1;
  }
  return mask;
  //~ wrong mask_inverted: == pad => != pad
  //~ wrong padding_is_0: == pad => == 0
  //~ wrong additive_mask: ? 0 : 1 => ? -std::numeric_limits<double>::infinity() : 0
  //~ end
}

/// The input of a stack of layers: rows of `table` (words, C) times √C, plus sinusoidal positions: (T, C).
Tensor embed(const std::vector<int>& ids, const Tensor& table) {
  //~ stub
  // given::sinusoidal_encoding(length, channels). Which of the two summands is multiplied by √C?
  return not_written("embed");
  //~ solution
  const int channels = table.dim(1);
  Tensor x = given::sinusoidal_encoding(static_cast<int>(ids.size()), channels);
  for (int t = 0; t < x.dim(0); ++t) {
    for (int c = 0; c < channels; ++c) x(t, c) += std::sqrt(channels) * table(ids[t], c);
  }
  return x;
  //~ wrong no_scale: std::sqrt(channels) * table => table
  //~ wrong positions_scaled: x(t, c) += std::sqrt(channels) * table(ids[t], c) => x(t, c) = std::sqrt(channels) * (x(t, c) + table(ids[t], c))
  //~ wrong only_positions_scaled: x(t, c) += std::sqrt(channels) * table(ids[t], c) => x(t, c) = std::sqrt(channels) * x(t, c) + table(ids[t], c)
  //~ wrong scale_without_root: std::sqrt(channels) * table => channels * table
  //~ wrong divided_by_root: std::sqrt(channels) * table(ids[t], c) => table(ids[t], c) / std::sqrt(channels)
  //~ wrong no_positions: += => =
  //~ wrong positions_from_one
  const int channels = table.dim(1), length = static_cast<int>(ids.size());
  const Tensor positions = given::sinusoidal_encoding(length + 1, channels);
  Tensor x({length, channels});
  for (int t = 0; t < length; ++t)
    for (int c = 0; c < channels; ++c) x(t, c) = std::sqrt(channels) * table(ids[t], c) + positions(t + 1, c);
  return x;
  //~ wrong positions_backwards like positions_from_one: (length + 1, => (length, | (t + 1, => (length - 1 - t,
  //~ wrong first_position_everywhere like positions_from_one: (length + 1, => (1, | (t + 1, => (0,
  //~ end
}

/// The encoder: embed, all layers of weights.encoder, one after the other, weights.encoder_norm. (S, C).
Tensor encode(const std::vector<int>& source, const given::TransformerWeights& weights, int pad) {
  //~ stub
  // given::encoder_layer(x, mask, layer): the mask has a row for each position of the source.
  return not_written("encode");
  //~ solution
  const Tensor mask = padding_mask(source, static_cast<int>(source.size()), pad);
  Tensor x = embed(source, weights.source_embedding);
  for (const given::EncoderWeights& layer : weights.encoder) x = given::encoder_layer(x, mask, layer);
  return given::layer_norm(x, weights.encoder_norm);
  //~ wrong source_padding_seen M04: padding_mask(source, static_cast<int>(source.size()), pad) => Tensor::full({static_cast<int>(source.size()), static_cast<int>(source.size())}, 1)
  //~ wrong causal_encoder M03: mask = padding_mask(source, static_cast<int>(source.size()), pad) => mask = padding_mask(source, static_cast<int>(source.size()), pad) * given::causal_mask(static_cast<int>(source.size()))
  //~ wrong one_encoder_layer: for (const given::EncoderWeights& layer : weights.encoder) x = given::encoder_layer(x, mask, layer) => x = given::encoder_layer(x, mask, weights.encoder.front())
  //~ wrong same_encoder_layer: mask, layer) => mask, weights.encoder.front())
  //~ wrong encoder_layers_side_by_side: encoder_layer(x, => encoder_layer(embed(source, weights.source_embedding),
  //~ wrong encoder_output_not_kept: x = given::encoder_layer => given::encoder_layer
  //~ wrong target_table_for_source: source_embedding => target_embedding
  //~ wrong encoder_norm_missing: given::layer_norm(x, weights.encoder_norm) => x
  //~ wrong encoder_norm_in_each_layer: x = given::encoder_layer(x, mask, layer) => x = given::layer_norm(given::encoder_layer(x, mask, layer), weights.encoder_norm) | return given::layer_norm(x, weights.encoder_norm) => return x
  //~ end
}

/// The decoder: embed, all layers of weights.decoder, each reading the same memory, weights.decoder_norm.
/// memory (S, C), memory_mask (T, S) -> (T, C). Position t sees the tokens 0 … t of the target.
Tensor decode(const std::vector<int>& target, const Tensor& memory, const Tensor& memory_mask,
              const given::TransformerWeights& weights) {
  //~ stub
  // given::decoder_layer(x, memory, mask, memory_mask, layer), given::causal_mask(length)
  return not_written("decode");
  //~ solution
  const Tensor mask = given::causal_mask(static_cast<int>(target.size()));
  Tensor x = embed(target, weights.target_embedding);
  for (const given::DecoderWeights& layer : weights.decoder)
    x = given::decoder_layer(x, memory, mask, memory_mask, layer);
  return given::layer_norm(x, weights.decoder_norm);
  //~ wrong no_causal_mask M03: given::causal_mask(static_cast<int>(target.size())) => Tensor::full({static_cast<int>(target.size()), static_cast<int>(target.size())}, 1)
  //~ wrong causal_mask_transposed M03: given::causal_mask(static_cast<int>(target.size())) => transpose(given::causal_mask(static_cast<int>(target.size())))
  //~ wrong memory_mask_ignored M04: memory_mask, => Tensor::full(memory_mask.shape(), 1),
  //~ wrong source_table_for_target: target_embedding => source_embedding
  //~ wrong one_decoder_layer: layer : weights.decoder) => layer : {weights.decoder.front()})
  //~ wrong same_decoder_layer: memory_mask, layer) => memory_mask, weights.decoder.front())
  //~ wrong decoder_layers_side_by_side: decoder_layer(x, => decoder_layer(embed(target, weights.target_embedding),
  //~ wrong decoder_output_not_kept: x = given::decoder_layer => given::decoder_layer
  //~ wrong decoder_norm_missing: given::layer_norm(x, weights.decoder_norm) => x
  //~ wrong encoder_norm_in_decoder: decoder_norm => encoder_norm
  //~ wrong decoder_norm_in_each_layer: given::decoder_layer(x, memory, mask, memory_mask, layer) => given::layer_norm(given::decoder_layer(x, memory, mask, memory_mask, layer), weights.decoder_norm) | return given::layer_norm(x, weights.decoder_norm) => return x
  //~ end
}

/// Source and target to the logits of the next word at each position of the target: (T, words).
Tensor transformer(const std::vector<int>& source, const std::vector<int>& target,
                   const given::TransformerWeights& weights, int pad) {
  //~ stub
  // Your own encode and decode, then given::linear with weights.output
  return not_written("transformer");
  //~ solution
  const Tensor memory = encode(source, weights, pad);
  const Tensor memory_mask = padding_mask(source, static_cast<int>(target.size()), pad);
  return given::linear(decode(target, memory, memory_mask, weights), weights.output);
  //~ wrong embeddings_as_memory: encode(source, weights, pad) => embed(source, weights.source_embedding)
  //~ wrong decoder_sees_padding M04: padding_mask(source, static_cast<int>(target.size()), pad) => Tensor::full({static_cast<int>(target.size()), static_cast<int>(source.size())}, 1)
  //~ wrong softmax_of_logits: given::linear(decode(target, memory, memory_mask, weights), weights.output) => given::softmax(given::linear(decode(target, memory, memory_mask, weights), weights.output))
  //~ wrong log_softmax_of_logits: given::linear(decode(target, memory, memory_mask, weights), weights.output) => given::log_softmax(given::linear(decode(target, memory, memory_mask, weights), weights.output))
  //~ wrong no_output_bias: given::linear(decode(target, memory, memory_mask, weights), weights.output) => matmul(decode(target, memory, memory_mask, weights), transpose(weights.output.weight))
  //~ wrong embedding_as_output: weights), weights.output) => weights), weights.target_embedding, weights.output.bias)
  //~ wrong memory_layer_by_layer
  const int rows = static_cast<int>(target.size());
  const Tensor mask = padding_mask(source, static_cast<int>(source.size()), pad);
  Tensor memory = embed(source, weights.source_embedding), x = embed(target, weights.target_embedding);
  for (std::size_t n = 0; n < std::max(weights.encoder.size(), weights.decoder.size()); ++n) {
    if (n < weights.encoder.size()) memory = given::encoder_layer(memory, mask, weights.encoder[n]);
    if (n < weights.decoder.size())
      x = given::decoder_layer(x, memory, given::causal_mask(rows), padding_mask(source, rows, pad),
                               weights.decoder[n]);
  }
  return given::linear(given::layer_norm(x, weights.decoder_norm), weights.output);
  //~ end
}
