// A Transformer as graphs of ONNX (opset 17), and a translator as a folder of them, so that other programs
// can run them, in browsers too.
#pragma once

#include <filesystem>

#include "models/formats/onnx_graph.hpp"
#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

/// The encoder, and what the decoder needs of it in each of its N layers:
///
///   in   source                         int64 (batch, source_length), padded behind
///   out  memory                         float (batch, source_length, C)
///   out  memory_key.N, memory_value.N   float (batch, heads, source_length, C / heads)
///
/// Weights have the names of state_dict(); in_proj_weight and in_proj_bias of multihead_attn are cut into
/// q_proj_weight (in the decoder), k_proj_weight and v_proj_weight (here). Models in double become float.
/// Throws UsageError that lists all that is not written: linear attention, rules of attention, positions by
/// distance.
OnnxGraph onnx_encoder(const Transformer& model);

/// The decoder for the next tokens after those in the cache, as Transformer::extend(). At the beginning the
/// past is 0 long, and the target <bos>; then the keys and values that come out go in again.
///
///   in   target                         int64 (batch, target_length)
///   in   source                         int64 (batch, source_length): where its padding is
///   in   memory_key.N, memory_value.N   those of the encoder
///   in   past_key.N, past_value.N       float (batch, heads, past_length, C / heads)
///   out  logits                         float (batch, target_length, Vt)
///   out  key.N, value.N                 float (batch, heads, past_length + target_length, C / heads)
OnnxGraph onnx_decoder(const Transformer& model);

/// Writes a new folder, whole or not at all: encoder.onnx, decoder.onnx, config.json with sizes, special
/// tokens and the names of what goes in and out, and the files of Hugging Face's MarianTokenizer: vocab.json
/// (and target_vocab.json, if it is another) with the number of each token, source.spm and target.spm for
/// subwords, tokenizer_config.json. Throws UsageError for a model that is not written as ONNX, or if the
/// folder is there already.
void save_onnx(const std::filesystem::path& folder, const Translator& translator);

}  // namespace heed
