#include "models/gpt2_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "nn/checkpoint.hpp"
#include "nn/find_tensor.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Of buffers that are no parameters: h.0.attn.bias is the causal mask, h.0.attn.masked_bias its -10000. They
/// are of any type: U8, BOOL, F32.
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
    } else {
      if (plain == "wte.weight") table = array;
      weights.emplace_back(plain, array);
    }
  }
  if (head.defined() && !(table.defined() && identical(head, table)))
    throw_error<FormatError>("{}: lm_head.weight is not wte.weight: GPT-2 has one matrix for both", label);
  return weights;
}

/// The number of layers: h.0, h.1, … without a gap.
std::int64_t count_layers(const StateDict& weights, const std::string& label) {
  std::int64_t layers = 0;
  for (const auto& [name, array] : weights) layers += name.ends_with(".ln_1.weight") ? 1 : 0;
  if (layers == 0) throw_error<FormatError>("{}: there is no h.0.ln_1.weight: is this a GPT-2?", label);
  return layers;
}

const Array& find(const StateDict& weights, const std::string& name, std::int64_t axes,
                  const std::string& label) {
  const Array* const found = find_tensor(weights, name);
  if (found == nullptr) throw_error<FormatError>("{}: there is no {}: is this a GPT-2?", label, name);
  if (found->rank() != axes)
    throw_error<SizesError>("{}: {} has {} axes, not {}", label, name, found->rank(), axes);
  return *found;
}

/// What config.json says beyond the tensors; what it says of their sizes must be so.
void read_config(const std::filesystem::path& path, GptOptions& options) {
  const nlohmann::json config = read_json(path);
  if (!config.is_object()) throw_error<FormatError>("{}: no JSON object", path.string());
  const std::string activation = text_value(config, "activation_function", "gelu_new", path.string());
  if (activation != "gelu_new" && activation != "gelu_pytorch_tanh")
    throw_error<FormatError>("{}: the activation is {}; GPT-2's is gelu_new", path.string(), activation);
  // What would be computed otherwise, and silently give other tokens.
  const std::pair<const char*, bool> computed[] = {{"scale_attn_weights", true},
                                                   {"scale_attn_by_inverse_layer_idx", false},
                                                   {"add_cross_attention", false},
                                                   {"tie_word_embeddings", true}};
  for (const auto& [name, value] : computed) {
    if (flag_value(config, name, value, path.string()) != value)
      throw_error<FormatError>("{}: {} is {}; only {} is computed", path.string(), name, !value, value);
  }
  const std::tuple<const char*, std::int64_t, const char*> sizes[] = {
      {"vocab_size", options.vocabulary, "the rows of wte.weight"},
      {"n_positions", options.max_length, "the rows of wpe.weight"},
      {"n_embd", options.d_model, "the columns of wte.weight"},
      {"n_layer", options.layers, "the layers h.0, h.1, …"},
      {"n_inner", options.dim_feedforward, "the columns of h.0.mlp.c_fc.weight"}};
  for (const auto& [name, there, what] : sizes) {
    if (!config.contains(name) || config.at(name).is_null()) continue;
    if (const std::int64_t said = whole_number(config, name, there, path.string()); said != there)
      throw_error<SizesError>(
          "{}: {} is {}; {} of model.safetensors are {}: these files do not belong together", path.string(),
          name, said, what, there);
  }
  if (!config.contains("n_head"))
    throw_error<FormatError>("{}: there is no n_head, the number of heads, which the weights do not show",
                             path.string());
  options.heads = whole_number(config, "n_head", 0, path.string());
  const double usual = options.dropout;  // of each that it does not name
  options.dropout = number_value(config, "embd_pdrop", usual, path.string());
  for (const char* const name : {"attn_pdrop", "resid_pdrop"}) {
    if (const double other = number_value(config, name, usual, path.string()); other != options.dropout)
      throw_error<FormatError>(
          "{}: {} is {} and embd_pdrop {}: there is one dropout for all; make them the same (they matter in "
          "training alone)",
          path.string(), name, other, options.dropout);
  }
  options.layer_norm_eps = number_value(config, "layer_norm_epsilon", options.layer_norm_eps, path.string());
}

}  // namespace

Gpt load_gpt2(const std::filesystem::path& file) {
  const std::string label = file.string();
  const StateDict weights = parameters_of(load_checkpoint(file, {.leave_out = is_mask}).weights, label);
  const Array wte = find(weights, "wte.weight", 2, label), wpe = find(weights, "wpe.weight", 2, label),
              fc = find(weights, "h.0.mlp.c_fc.weight", 2, label);
  GptOptions options{.vocabulary = wte.dim(0),
                     .max_length = wpe.dim(0),
                     .d_model = wte.dim(1),
                     .heads = 0,
                     .layers = count_layers(weights, label),
                     .dim_feedforward = fc.dim(1)};
  const auto config = file.parent_path() / "config.json";
  if (!std::filesystem::exists(config))
    throw_error<FormatError>(
        "{}: there is no {} beside it, and the weights do not show the number of heads: copy the model's, or "
        "write one with {{\"n_head\": HEADS}} (GPT-2's small one has 12)",
        label, config.string());
  try {
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

std::string gpt2_config(const GptOptions& o, const DecodingOptions& ids) {
  nlohmann::ordered_json config{{"model_type", "gpt2"},
                                {"architectures", {"GPT2LMHeadModel"}},
                                {"vocab_size", o.vocabulary},
                                {"n_positions", o.max_length},
                                {"n_embd", o.d_model},
                                {"n_layer", o.layers},
                                {"n_head", o.heads},
                                {"n_inner", o.dim_feedforward},
                                {"activation_function", "gelu_new"},
                                {"layer_norm_epsilon", o.layer_norm_eps},
                                {"attn_pdrop", o.dropout},
                                {"embd_pdrop", o.dropout},
                                {"resid_pdrop", o.dropout},
                                {"bos_token_id", ids.bos},
                                {"eos_token_id", ids.eos}};
  if (ids.pad >= 0) config["pad_token_id"] = ids.pad;
  return config.dump(2) + '\n';
}

ByteBpe load_gpt2_tokens(const std::filesystem::path& folder) {
  ByteBpe bpe = ByteBpe::load(folder / "vocab.json", folder / "merges.txt");
  if (!bpe.end_of_text())
    throw_error<FormatError>("{}: there is no <|endoftext|>, which opens and closes a text",
                             (folder / "vocab.json").string());
  return bpe;
}

}  // namespace heed
