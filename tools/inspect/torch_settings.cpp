// The class of torch.nn that weights belong to, and what its constructor was given.
#include <fmt/format.h>

#include <cmath>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "models/model_fields.hpp"
#include "tools/inspect/torch_module.hpp"

namespace heed {
namespace {

/// A dimension of a tensor that must be there.
std::int64_t dim_of(const StateDict& weights, const std::string& name, int axis) {
  const Array* const array = find_tensor(weights, name);
  if (array == nullptr) throw_error<Error>("the weights have no tensor {}", name);
  if (axis >= array->rank())
    throw_error<Error>("the weights' tensor {} has the shape {}: too few axes", name, array->shape());
  return array->dim(axis);
}

/// Finds the class of torch.nn by a tensor that it has and those after it have not.
ModuleKind kind_of_module(const StateDict& weights) {
  using enum ModuleKind;
  for (const auto& [kind, tensor] : {std::pair{multihead_attention, "out_proj.weight"},
                                     {decoder_layer, "multihead_attn.in_proj_weight"},
                                     {encoder_layer, "self_attn.in_proj_weight"},
                                     {decoder, "layers.0.multihead_attn.in_proj_weight"},
                                     {encoder, "layers.0.self_attn.in_proj_weight"},
                                     {transformer, "encoder.layers.0.self_attn.in_proj_weight"}}) {
    if (find_tensor(weights, tensor) != nullptr) return kind;
  }
  throw_error<Error>(
      "these weights belong to no MultiheadAttention, TransformerDecoderLayer, TransformerEncoderLayer, "
      "TransformerDecoder, TransformerEncoder or Transformer: names as self_attn.in_proj_weight or "
      "encoder.layers.0.… are missing (a prefix such as \"transformer.\" must be left out)");
}

/// Reads a truth value, a number from 0, or an activation.
template <typename T>
void read_argument(const ModuleArguments& arguments, const std::string& name, T& value) {
  const std::string& text = arguments.at(name);
  if constexpr (std::is_same_v<T, bool>) {
    value = text == "true" || text == "True" || text == "1";
    if (!value && text != "false" && text != "False" && text != "0")
      throw_error<UsageError>("{} is '{}': must be true or false", name, text);
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!read_number(text, value) || !(value >= 0) || !std::isfinite(static_cast<double>(value)))
      throw_error<UsageError>("{} is '{}': must be a number from 0", name, text);
  } else {
    read_setting(text, value);
  }
}

StackOptions stack_at(const StateDict& weights, const std::string& prefix) {
  StackOptions stack{.layers = 0, .final_norm = find_tensor(weights, prefix + "norm.weight") != nullptr};
  while (find_tensor(weights, fmt::format("{}layers.{}.norm1.weight", prefix, stack.layers)) != nullptr)
    ++stack.layers;
  return stack;
}

/// Reads sizes and biases.
void read_weights(const StateDict& w, TorchSettings& s) {
  const auto has = [&](const std::string& name) { return find_tensor(w, name) != nullptr; };
  const ModuleKind kind = s.kind;
  if (kind == ModuleKind::multihead_attention) {
    const bool packed = has("in_proj_weight");
    s.layer.d_model = dim_of(w, "out_proj.weight", 0);
    s.attention = {.bias = has("in_proj_bias"),
                   .kdim = packed ? 0 : dim_of(w, "k_proj_weight", 1),
                   .vdim = packed ? 0 : dim_of(w, "v_proj_weight", 1),
                   .add_bias_kv = has("bias_k")};
    return;
  }
  const bool whole = kind == ModuleKind::transformer;
  const bool stacked = whole || kind == ModuleKind::encoder || kind == ModuleKind::decoder;
  const std::string layer = std::string(whole ? "encoder." : "") + (stacked ? "layers.0." : "");
  s.layer.d_model = dim_of(w, layer + "linear1.weight", 1);
  s.layer.dim_feedforward = dim_of(w, layer + "linear1.weight", 0);
  s.layer.bias = has(layer + "linear1.bias");
  s.encoder = stack_at(w, whole ? "encoder." : "");
  s.decoder = stack_at(w, whole ? "decoder." : "");
}

}  // namespace

const ModuleArguments& default_arguments() {
  static const ModuleArguments arguments{{"nhead", ""},
                                         {"activation", "relu"},
                                         {"norm_first", "false"},
                                         {"layer_norm_eps", "1e-5"},
                                         {"batch_first", "false"},
                                         {"add_zero_attn", "false"}};
  return arguments;
}

TorchSettings torch_settings(const StateDict& weights, ModuleArguments arguments) {
  arguments.insert(default_arguments().begin(), default_arguments().end());
  TorchSettings s{.kind = kind_of_module(weights)};
  if (arguments["nhead"].empty())
    throw_error<UsageError>(
        "the weights do not show how many heads they are for: give --nhead, or nhead in the file's metadata");
  read_weights(weights, s);
  bool norm_first = false;
  s.layer.dropout = 0;
  read_argument(arguments, "nhead", s.layer.heads);
  read_argument(arguments, "activation", s.layer.activation);
  read_argument(arguments, "norm_first", norm_first);
  read_argument(arguments, "layer_norm_eps", s.layer.layer_norm_eps);
  read_argument(arguments, "add_zero_attn", s.attention.add_zero_attn);
  read_argument(arguments, "batch_first", s.batch_first);
  s.layer.norm = norm_first ? NormOrder::pre : NormOrder::post;
  return s;
}

}  // namespace heed
