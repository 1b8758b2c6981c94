#include "models/marian_config.hpp"

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"

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

TransformerOptions marian_options(const std::string& text) {
  const Json config = parse_json(text, "config.json");
  if (!config.is_object()) throw_error<FormatError>("config.json: no JSON object");
  const auto number = [&](const char* name, std::int64_t usual) {
    constexpr std::int64_t most = 1'000'000;
    const std::int64_t value = whole_number(config, name, usual, "config.json");
    if (value < 1 || value > most)
      throw_error<FormatError>("config.json: {} is {}, not from 1 to {}", name, value, most);
    return value;
  };
  if (const std::string type = text_value(config, "model_type", "marian", "config.json"); type != "marian")
    throw_error<FormatError>("config.json: model_type is {}, not marian", type);
  const auto of_both = [&](const char* of, std::int64_t usual) {
    const std::string encoder = fmt::format("encoder_{}", of), decoder = fmt::format("decoder_{}", of);
    const std::int64_t one = number(encoder.c_str(), usual), other = number(decoder.c_str(), usual);
    if (one != other)
      throw_error<FormatError>("config.json: {} is {} and {} {}: only the same in both is computed", encoder,
                               one, decoder, other);
    return one;
  };
  for (const auto& [name, value] : {std::pair("scale_embedding", true), std::pair("normalize_before", false),
                                    std::pair("normalize_embedding", false)}) {
    if (flag_value(config, name, false, "config.json") !=
        value)  // what is not there is false in MarianConfig
      throw_error<FormatError>("config.json: {} is {}: only {} is computed", name, !value, value);
  }
  TransformerOptions o{.encoder_layers = number("encoder_layers", 12),
                       .decoder_layers = number("decoder_layers", 12),
                       .final_norm = FinalNorm::no};
  o.layer.d_model = number("d_model", 1024);
  o.layer.heads = of_both("attention_heads", 16);
  o.layer.dim_feedforward = of_both("ffn_dim", 4096);
  o.layer.max_length = number("max_position_embeddings", 1024);
  o.layer.dropout = number_value(config, "dropout", 0.1, "config.json");
  o.layer.attention_dropout = number_value(config, "attention_dropout", 0, "config.json");
  o.layer.activation_dropout = number_value(config, "activation_dropout", 0, "config.json");
  o.layer.activation = activation_of(text_value(config, "activation_function", "gelu", "config.json"));
  return o;
}

}  // namespace heed
