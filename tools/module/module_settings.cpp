#include "tools/module/module_settings.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "models/model_fields.hpp"
#include "nn/state_dict.hpp"

namespace heed {
namespace {

/// Looks into the names and shapes of a state dict.
class Weights {
 public:
  explicit Weights(const StateDict& state) : state_(state) {
    for (const auto& [name, array] : state) names_.insert(name);
  }

  const Array* find(const std::string& name) const { return find_tensor(state_, name); }
  bool has(const std::string& name) const { return find(name) != nullptr; }
  /// A dimension of a tensor that must be there.
  std::int64_t dim(const std::string& name, int axis) const {
    const Array* array = find(name);
    if (array == nullptr) throw_error<Error>("the weights have no tensor {}", name);
    if (axis >= array->rank()) {
      throw_error<Error>("the weights' tensor {} has the shape {}: too few axes", name, array->shape());
    }
    return array->dim(axis);
  }
  std::int64_t layers(const std::string& prefix) const {
    std::int64_t count = 0;
    for (;; ++count) {
      const std::string start = fmt::format("{}layers.{}.", prefix, count);
      const auto first = names_.lower_bound(start);
      if (first == names_.end() || !first->starts_with(start)) break;
    }
    return count;
  }

 private:
  const StateDict& state_;
  std::set<std::string> names_;  // in order, as a file may have any number
};

std::string kind_names() {
  std::vector<std::string> names;  // not std::views::keys, which clang 14 cannot compile
  for (const auto& [name, kind] : module_kinds()) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

ModuleKind module_kind(const Weights& w) {
  if (w.has("in_proj_weight") || w.has("q_proj_weight")) return ModuleKind::multihead_attention;
  if (w.has("multihead_attn.in_proj_weight")) return ModuleKind::decoder_layer;
  if (w.has("self_attn.in_proj_weight")) return ModuleKind::encoder_layer;
  if (w.has("layers.0.multihead_attn.in_proj_weight")) return ModuleKind::decoder;
  if (w.has("layers.0.self_attn.in_proj_weight")) return ModuleKind::encoder;
  if (w.layers("encoder.") > 0 || w.layers("decoder.") > 0) return ModuleKind::transformer;
  throw_error<Error>(
      "these weights belong to none of {}: names as self_attn.in_proj_weight or encoder.layers.0.… are "
      "missing "
      "(a prefix such as \"transformer.\" must be left out)",
      kind_names());
}

bool truth(const std::string& name, const std::string& text) {
  if (text == "true" || text == "True" || text == "1") return true;
  if (text == "false" || text == "False" || text == "0") return false;
  throw_error<UsageError>("{} is '{}': must be true or false", name, text);
}

template <typename T>
T number(const std::string& name, const std::string& text) {
  T value{};
  if (!read_number(text, value) || !(value >= 0) || !std::isfinite(static_cast<double>(value)))
    throw_error<UsageError>("{} is '{}': must be a number from 0", name, text);
  return value;
}

template <typename T>
void read_argument(const char* name, const std::string& text, T& value) {
  try {
    read_setting(text, value);
  } catch (const UsageError& e) {
    throw_error<UsageError>("{}: {}", name, e.message());
  }
}

/// The name's part before the layers' own parameters; any one layer tells the sizes of all.
std::string first_layer(const Weights& w, ModuleKind kind) {
  switch (kind) {
    case ModuleKind::transformer:
      return w.layers("encoder.") > 0 ? "encoder.layers.0." : "decoder.layers.0.";
    case ModuleKind::encoder:
    case ModuleKind::decoder:
      return "layers.0.";
    default:
      return "";
  }
}

void read_attention(const Weights& w, ModuleSettings& s) {
  const bool packed = w.has("in_proj_weight");
  s.layer.d_model = w.dim("out_proj.weight", 0);
  s.attention = {.bias = w.has("in_proj_bias"),
                 .kdim = packed ? 0 : w.dim("k_proj_weight", 1),
                 .vdim = packed ? 0 : w.dim("v_proj_weight", 1),
                 .add_bias_kv = w.has("bias_k")};
}

void read_layers(const Weights& w, ModuleSettings& s) {
  const std::string layer = first_layer(w, s.kind);
  s.layer.d_model = w.dim(layer + "linear1.weight", 1);
  s.layer.dim_feedforward = w.dim(layer + "linear1.weight", 0);
  s.layer.bias = w.has(layer + "linear1.bias");
  const bool stack = s.kind == ModuleKind::encoder || s.kind == ModuleKind::decoder;
  const std::string inside = stack ? "" : "encoder.";
  s.encoder = {.layers = w.layers(inside), .final_norm = w.has(inside + "norm.weight")};
  const std::string inside_decoder = stack ? "" : "decoder.";
  s.decoder = {.layers = w.layers(inside_decoder), .final_norm = w.has(inside_decoder + "norm.weight")};
}

}  // namespace

const std::map<std::string, ModuleKind>& module_kinds() {
  static const std::map<std::string, ModuleKind> kinds{
      {"MultiheadAttention", ModuleKind::multihead_attention},
      {"Transformer", ModuleKind::transformer},
      {"TransformerDecoder", ModuleKind::decoder},
      {"TransformerDecoderLayer", ModuleKind::decoder_layer},
      {"TransformerEncoder", ModuleKind::encoder},
      {"TransformerEncoderLayer", ModuleKind::encoder_layer}};
  return kinds;
}

const ModuleArguments& default_arguments() {
  static const ModuleArguments arguments = [] {
    ModuleArguments all{{"module", ""},
                        {"nhead", ""},
                        {"activation", "relu"},
                        {"norm_first", "false"},
                        {"layer_norm_eps", "1e-5"},
                        {"batch_first", "false"},
                        {"add_zero_attn", "false"}};
    visit_attention_fields(run_module_attention(), [&](const Field& field, const auto& value) {
      all.emplace(field.name, setting_text(value));
    });
    return all;
  }();
  return arguments;
}

ModuleSettings module_settings(const StateDict& state, const ModuleArguments& given) {
  ModuleArguments arguments = default_arguments();
  for (const auto& [name, text] : given) {
    const auto known = arguments.find(name);
    if (known == arguments.end()) throw_error<UsageError>("there is no argument '{}' of a module", name);
    known->second = text;
  }
  const Weights weights(state);
  ModuleSettings s;
  if (const std::string& name = arguments["module"]; name.empty()) {
    s.kind = module_kind(weights);
  } else if (const auto found = module_kinds().find(name); found != module_kinds().end()) {
    s.kind = found->second;
  } else {
    throw_error<UsageError>("module is '{}': must be one of {}", name, kind_names());
  }
  if (arguments["nhead"].empty()) {
    throw_error<UsageError>(
        "the weights do not show how many heads they are for: give --nhead, or nhead in the file's metadata");
  }
  if (s.kind == ModuleKind::multihead_attention) {
    read_attention(weights, s);
  } else {
    read_layers(weights, s);
  }
  s.layer.heads = number<std::int64_t>("nhead", arguments["nhead"]);
  s.layer.dropout = 0;
  read_argument("activation", arguments["activation"], s.layer.activation);
  s.layer.norm = truth("norm_first", arguments["norm_first"]) ? NormOrder::pre : NormOrder::post;
  s.layer.layer_norm_eps = number<double>("layer_norm_eps", arguments["layer_norm_eps"]);
  s.attention.add_zero_attn = truth("add_zero_attn", arguments["add_zero_attn"]);
  visit_attention_fields(s.layer.attention, [&](const Field& field, auto& value) {
    read_argument(field.name, arguments[field.name], value);
  });
  if (s.layer.attention.positions.added_to_embeddings())
    throw_error<UsageError>("position is '{}': that is added to embeddings, and these modules have none",
                            arguments["position"]);
  s.attention.attention = s.layer.attention;
  s.batch_first = truth("batch_first", arguments["batch_first"]);
  return s;
}

}  // namespace heed
