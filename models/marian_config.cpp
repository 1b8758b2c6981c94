#include "models/marian_config.hpp"

#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "models/not_written.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Json = nlohmann::json;

const char* activation_name(Activation activation) {
  return activation == Activation::silu ? "swish" : activation == Activation::gelu ? "gelu" : "relu";
}

Activation activation_of(const std::string& name) {
  if (name == "swish" || name == "silu") return Activation::silu;
  if (name == "gelu") return Activation::gelu;
  if (name == "relu") return Activation::relu;
  throw_error<FormatError>("config.json: the activation is {}: swish, silu, gelu and relu are computed",
                           name);
}

void refuse_what_marian_has_not(const TransformerOptions& o) {
  std::vector<WhyNotWritten> reasons;
  const AttentionSpec& attention = o.layer.attention;
  if (o.final_norm == FinalNorm::yes) reasons.push_back({Unwritten::final_norm});
  if (o.layer.norm == NormOrder::pre) reasons.push_back({Unwritten::norm_order});
  if (attention.positions.kind != Position::sinusoidal)
    reasons.push_back({Unwritten::positions, attention.positions.text()});
  if (attention.rules.text() != AttentionRules().text())
    reasons.push_back({Unwritten::attention, attention.rules.text()});
  if (attention.kernel == AttentionKernel::linear) reasons.push_back({Unwritten::linear_attention});
  if (!o.layer.bias) reasons.push_back({Unwritten::no_biases});
  if (o.layer.layer_norm_eps != 1e-5)
    reasons.push_back({Unwritten::norm_epsilon, fmt::format("{}", o.layer.layer_norm_eps)});
  if (!reasons.empty())
    throw NotWrittenError("the model cannot be written as a Marian model", std::move(reasons));
}

}  // namespace

std::string marian_config(const TransformerOptions& o) {
  refuse_what_marian_has_not(o);
  const Json config{
      {"architectures", {"MarianMTModel"}},
      {"model_type", "marian"},
      {"is_encoder_decoder", true},
      {"d_model", o.layer.d_model},
      {"encoder_layers", o.encoder_layers},
      {"decoder_layers", o.decoder_layers},
      {"num_hidden_layers", o.encoder_layers},
      {"encoder_attention_heads", o.layer.heads},
      {"decoder_attention_heads", o.layer.heads},
      {"encoder_ffn_dim", o.layer.dim_feedforward},
      {"decoder_ffn_dim", o.layer.dim_feedforward},
      {"activation_function", activation_name(o.layer.activation)},
      {"dropout", o.layer.dropout},
      {"attention_dropout", o.layer.attention_dropout < 0 ? o.layer.dropout : o.layer.attention_dropout},
      {"activation_dropout", o.layer.activation_dropout < 0 ? o.layer.dropout : o.layer.activation_dropout},
      {"max_position_embeddings", o.layer.max_length},
      {"max_length", o.layer.max_length},
      {"static_position_embeddings", true},
      {"scale_embedding", true},
      {"vocab_size", o.source_vocab},
      {"decoder_vocab_size", o.target_vocab},
      {"share_encoder_decoder_embeddings", o.tie == Tie::all},
      {"tie_word_embeddings", o.tie != Tie::none},
      {"pad_token_id", o.pad},
      {"bos_token_id", SpecialIds().bos},
      {"decoder_start_token_id", SpecialIds().bos},
      {"eos_token_id", SpecialIds().eos},
      {"forced_eos_token_id", SpecialIds().eos},
      {"bad_words_ids", {{o.pad}}},
      {"num_beams", 1},
      {"use_cache", true}};
  return config.dump(2);
}

TransformerOptions marian_options(const std::string& text) try {
  const Json config = parse_json(text, "config.json");
  if (!config.is_object()) throw_error<FormatError>("config.json: no JSON object");
  const auto number = [&](const char* name) {
    constexpr std::int64_t most = 1'000'000;
    const std::int64_t value = whole_number(config, name, "config.json");
    if (value < 1 || value > most)
      throw_error<FormatError>("config.json: {} is {}, not from 1 to {}", name, value, most);
    return value;
  };
  if (const std::string type = text_value(config, "model_type", "marian", "config.json"); type != "marian")
    throw_error<FormatError>("config.json: model_type is {}, not marian", type);
  for (const char* const of : {"attention_heads", "ffn_dim"}) {
    const std::string encoder = fmt::format("encoder_{}", of), decoder = fmt::format("decoder_{}", of);
    if (const std::int64_t one = number(encoder.c_str()), other = number(decoder.c_str()); one != other)
      throw_error<FormatError>("config.json: {} is {} and {} {}: only the same in both is computed", encoder,
                               one, decoder, other);
  }
  for (const auto& [name, value] : {std::pair("scale_embedding", true), std::pair("normalize_before", false),
                                    std::pair("normalize_embedding", false)}) {
    if (flag_value(config, name, false, "config.json") !=
        value)  // what is not there is false in MarianConfig
      throw_error<FormatError>("config.json: {} is {}: only {} is computed", name, !value, value);
  }
  TransformerOptions o{.encoder_layers = number("encoder_layers"),
                       .decoder_layers = number("decoder_layers"),
                       .final_norm = FinalNorm::no};
  o.layer.d_model = number("d_model");
  o.layer.heads = number("encoder_attention_heads");
  o.layer.dim_feedforward = number("encoder_ffn_dim");
  o.layer.max_length = number("max_position_embeddings");
  o.layer.dropout = number_value(config, "dropout", 0.1, "config.json");
  o.layer.attention_dropout = number_value(config, "attention_dropout", 0, "config.json");
  o.layer.activation_dropout = number_value(config, "activation_dropout", 0, "config.json");
  o.layer.activation = activation_of(text_value(config, "activation_function", "gelu", "config.json"));
  return o;
} catch (const nlohmann::json::exception& e) {
  throw_error<FormatError>("config.json: {}", e.what());
}

}  // namespace heed
