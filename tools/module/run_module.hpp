// A module of torch.nn, exported with its inputs, run here: outputs and gradients go back the same way.
#pragma once

#include "lib/files/safetensors.hpp"
#include "tools/module/module_settings.hpp"

namespace heed {

/// Inputs, by PyTorch's names:
///
/// - MultiheadAttention: query, key (else the query), value (else the key), attn_mask, key_padding_mask
/// - TransformerEncoder, TransformerEncoderLayer: src, src_mask (or mask), src_key_padding_mask
/// - TransformerDecoder, TransformerDecoderLayer: tgt, memory, tgt_mask, memory_mask, and the key padding
///   masks tgt_key_padding_mask and memory_key_padding_mask
/// - Transformer: src, tgt, src_mask, tgt_mask, memory_mask, and the key padding masks of all three
/// - grad_output, if gradients are wanted
///
/// Shapes as in PyTorch: (T, B, C), with batch_first (B, T, C), or
/// (T, C).
///
/// Results: output; attn_weights (B, Tq, Tk), the mean over the heads, and attn_weights_per_head (B, H, Tq,
/// Tk) of MultiheadAttention; with grad_output "grad.NAME" for every input and parameter NAME. Throws Error
/// for weights or inputs that do not fit, naming them.
std::vector<Tensor> run_module(const ModuleSettings& settings, const StateDict& weights,
                               const Safetensors& inputs);

}  // namespace heed
