#include "models/gpt2_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "nn/checkpoint.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Of buffers that are no parameters: h.0.attn.bias is the causal mask, h.0.attn.masked_bias its -10000.
bool is_mask(const std::string& name) {
  return name.ends_with(".attn.bias") || name.ends_with(".attn.masked_bias");
}

StateDict parameters_of(StateDict stored, const std::string& label) {
  StateDict weights;
  Array head, table;
  for (auto& [name, array] : stored) {
    const std::string plain = name.starts_with("transformer.") ? name.substr(12) : name;
    if (plain == "lm_head.weight") {
      head = array;
    } else if (!is_mask(plain)) {
      if (plain == "wte.weight") table = array;
      weights.emplace_back(plain, array);
    }
  }
  if (head.defined() && !(table.defined() && identical(head, table)))
    throw_error<FormatError>("{}: lm_head.weight is not wte.weight: GPT-2 has one matrix for both", label);
  return weights;
}

const Array& find(const StateDict& weights, const std::string& name, std::int64_t axes,
                  const std::string& label) {
  const auto found =
      std::find_if(weights.begin(), weights.end(), [&](const auto& entry) { return entry.first == name; });
  if (found == weights.end()) throw_error<FormatError>("{}: there is no {}: is this a GPT-2?", label, name);
  if (found->second.rank() != axes)
    throw_error<SizesError>("{}: {} has {} axes, not {}", label, name, found->second.rank(), axes);
  return found->second;
}

/// What config.json says beyond the tensors.
void read_config(const std::filesystem::path& path, GptOptions& options) {
  const nlohmann::json config = read_json(path);
  if (!config.is_object()) throw_error<FormatError>("{}: no JSON object", path.string());
  const std::string activation = config.value("activation_function", "gelu_new");
  if (activation != "gelu_new" && activation != "gelu_pytorch_tanh")
    throw_error<FormatError>("{}: the activation is {}; GPT-2's is gelu_new", path.string(), activation);
  options.heads = config.value("n_head", options.heads);
  options.layer_norm_eps = config.value("layer_norm_epsilon", options.layer_norm_eps);
}

}  // namespace

Gpt load_gpt2(const std::filesystem::path& file) {
  const std::string label = file.string();
  const StateDict weights = parameters_of(load_checkpoint(file).weights, label);
  const Array &wte = find(weights, "wte.weight", 2, label), &wpe = find(weights, "wpe.weight", 2, label),
              &fc = find(weights, "h.0.mlp.c_fc.weight", 2, label);
  GptOptions options{.vocabulary = wte.dim(0),
                     .max_length = wpe.dim(0),
                     .d_model = wte.dim(1),
                     .heads = std::max<std::int64_t>(wte.dim(1) / 64, 1),
                     .layers = 0,
                     .dim_feedforward = fc.dim(1)};
  for (const auto& [name, array] : weights) options.layers += name.ends_with(".ln_1.weight") ? 1 : 0;
  try {
    if (const auto config = file.parent_path() / "config.json"; std::filesystem::exists(config))
      read_config(config, options);
    Rng rng(0);
    const Gpt model(options, rng);
    model.load_state_dict(weights);
    model.eval();
    return model;
  } catch (const nlohmann::json::exception& e) {
    throw_error<FormatError>("{}: config.json beside it: {}", label, e.what());
  } catch (const UsageError& e) {
    throw_error<FormatError>("{}: {}", label, e.what());
  }
}

ByteBpe load_gpt2_tokens(const std::filesystem::path& folder) {
  return ByteBpe::load(folder / "vocab.json", folder / "merges.txt");
}

}  // namespace heed
