// Which module of torch.nn a file of weights belongs to, and what its constructor was given.
#pragma once

#include <map>
#include <string>

#include "nn/encoder.hpp"

namespace heed {

/// The classes of torch.nn that `heed run-module` can be.
enum class ModuleKind { multihead_attention, encoder_layer, decoder_layer, encoder, decoder, transformer };

/// "MultiheadAttention", "TransformerEncoderLayer", … as torch.nn calls them.
const std::map<std::string, ModuleKind>& module_kinds();

/// Arguments of the constructor, as text, by PyTorch's names: {"nhead", "4"}, {"norm_first", "True"}; and
/// what torch.nn does not have, an AttentionSpec, by the names that saved models have for its fields:
/// "attention", "position", …
using ModuleArguments = std::map<std::string, std::string>;

/// The attention of torch.nn, which is the default: everyone attends to everyone, and no positions.
inline AttentionSpec run_module_attention() { return {.positions = {.kind = Position::none}}; }

/// The names that ModuleArguments may have, and what stands for one that is left out: PyTorch's defaults.
/// nhead has none.
const ModuleArguments& default_arguments();

struct ModuleSettings {
  ModuleKind kind = ModuleKind::transformer;
  LayerOptions layer{};                     // heads, d_model, … of everything but the attention alone
  MultiheadAttention::Options attention{};  // of MultiheadAttention alone
  StackOptions encoder{}, decoder{};
  bool batch_first = false;
};

/// Sizes, biases and, if no argument "module" says it, the kind are read from names and shapes of the
/// weights; what they do not show comes from the arguments. Throws UsageError for a missing or unknown
/// argument, Error for weights that belong to none of the kinds.
ModuleSettings module_settings(const StateDict& weights, const ModuleArguments& arguments);

}  // namespace heed
