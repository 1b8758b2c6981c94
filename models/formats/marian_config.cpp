#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "models/formats/marian.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Json = nlohmann::json;

Activation activation_of(const std::string& name) {
  if (name == "swish" || name == "silu") return Activation::silu;
  if (name == "gelu") return Activation::gelu;
  if (name == "relu") return Activation::relu;
  throw_error<FormatError>("config.json: the activation is {}: swish, silu, gelu and relu are computed",
                           name);
}

}  // namespace

MarianConfig read_marian_config(const std::string& text) {
  const char* const label = "config.json";
  const Json config = parse_json(text, label);
  if (!config.is_object()) throw_error<FormatError>("config.json: no JSON object");
  if (const std::string type = text_value(config, "model_type", "marian", label); type != "marian")
    throw_error<FormatError>("config.json: model_type is {}, not marian", type);
  // A missing flag is false in MarianConfig.
  for (const auto& [name, value] : {std::pair("scale_embedding", true), std::pair("normalize_before", false),
                                    std::pair("normalize_embedding", false)}) {
    if (flag_value(config, name, false, label) != value)
      throw_error<FormatError>("config.json: {} is {}: only {} is computed", name, !value, value);
  }
  const auto number = [&](const std::string& name, std::int64_t usual) {
    constexpr std::int64_t most = 1'000'000;
    const std::int64_t value = whole_number(config, name.c_str(), usual, label);
    if (value < 1 || value > most)
      throw_error<FormatError>("config.json: {} is {}, not from 1 to {}", name, value, most);
    return value;
  };
  const auto of_both = [&](const std::string& of, std::int64_t usual) {
    const std::int64_t one = number("encoder_" + of, usual), other = number("decoder_" + of, usual);
    if (one != other)
      throw_error<FormatError>(
          "config.json: encoder_{0} is {1} and decoder_{0} {2}: only the same in both is "
          "computed",
          of, one, other);
    return one;
  };
  MarianConfig c{.shared = flag_value(config, "share_encoder_decoder_embeddings", true, label)};
  c.options.final_norm = FinalNorm::no;
  c.options.encoder_layers = number("encoder_layers", 12);
  c.options.decoder_layers = number("decoder_layers", 12);
  LayerOptions& layer = c.options.layer;
  layer.d_model = number("d_model", 1024);
  layer.heads = of_both("attention_heads", 16);
  layer.dim_feedforward = of_both("ffn_dim", 4096);
  layer.max_length = number("max_position_embeddings", 1024);
  layer.dropout = number_value(config, "dropout", 0.1, label);
  layer.attention_dropout = number_value(config, "attention_dropout", 0, label);
  layer.activation_dropout = number_value(config, "activation_dropout", 0, label);
  layer.activation = activation_of(text_value(config, "activation_function", "gelu", label));
  c.source_tokens = whole_number(config, "vocab_size", usual_marian_vocabulary, label);
  const std::int64_t own = whole_number(config, "decoder_vocab_size", c.source_tokens, label);
  c.target_tokens = c.shared ? c.source_tokens : own;
  if (c.source_tokens < 1 || c.target_tokens < 1)
    throw_error<FormatError>("config.json: vocab_size is {} and decoder_vocab_size {}: no tokens",
                             c.source_tokens, c.target_tokens);
  return c;
}

}  // namespace heed
