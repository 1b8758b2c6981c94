// A module of torch.nn, exported with its inputs, runs here: outputs and gradients go back the same way.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lib/files/safetensors.hpp"
#include "nn/encoder.hpp"
#include "nn/state_dict.hpp"

namespace heed {

/// Arguments of the constructor, as text, by PyTorch's names: {"nhead", "4"}, {"norm_first", "True"}.
using ModuleArguments = std::map<std::string, std::string>;

/// The names that ModuleArguments may have, and PyTorch's default of each; nhead has none.
const ModuleArguments& default_arguments();

/// Inputs, by PyTorch's names:
///
/// - MultiheadAttention: query, key (else the query), value (else the key), attn_mask, key_padding_mask
/// - TransformerEncoder, TransformerEncoderLayer: src, src_mask (or mask), src_key_padding_mask
/// - TransformerDecoder, TransformerDecoderLayer: tgt, memory, tgt_mask, memory_mask, and the key padding
///   masks tgt_key_padding_mask and memory_key_padding_mask
/// - Transformer: src, tgt, src_mask, tgt_mask, memory_mask, and the key padding masks of all three
/// - grad_output, if gradients are wanted
///
/// Shapes as in PyTorch: (T, B, C), with batch_first (B, T, C), or (T, C). Masks of booleans (BOOL, U8) have
/// PyTorch's meaning, true = left out; those of floats are added to the scores, -inf = left out. Results:
/// output; attn_weights (B, Tq, Tk), the mean over the heads, and attn_weights_per_head (B, H, Tq, Tk) of
/// MultiheadAttention; with grad_output "grad.NAME" for every input and parameter NAME. Class, sizes and
/// biases are read from names and shapes of the weights. Throws UsageError for a missing or wrong argument,
/// Error for weights or inputs that do not fit, naming them.
std::vector<Tensor> run_module(const StateDict& weights, const ModuleArguments& arguments,
                               const Safetensors& inputs);

enum class ModuleKind { multihead_attention, decoder_layer, encoder_layer, decoder, encoder, transformer };

struct TorchSettings {
  ModuleKind kind;
  LayerOptions layer{};                     // heads, d_model, … of everything but the attention alone
  MultiheadAttention::Options attention{};  // of MultiheadAttention alone
  StackOptions encoder{}, decoder{};
  bool batch_first = false;
};
TorchSettings torch_settings(const StateDict& weights, ModuleArguments arguments);

}  // namespace heed
