#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "tools/translation/translator.hpp"

namespace heed {

NLOHMANN_JSON_SERIALIZE_ENUM(Activation, {{Activation::relu, "relu"}, {Activation::gelu, "gelu"}})
NLOHMANN_JSON_SERIALIZE_ENUM(NormOrder, {{NormOrder::post, "post"}, {NormOrder::pre, "pre"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Position, {{Position::none, "none"},
                                        {Position::sinusoidal, "sinusoidal"},
                                        {Position::learned, "learned"},
                                        {Position::rotary, "rotary"},
                                        {Position::alibi, "alibi"},
                                        {Position::t5, "t5"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Tie, {{Tie::none, "none"}, {Tie::target, "target"}, {Tie::all, "all"}})
void to_json(nlohmann::json& json, const AttentionSpec& spec) { json = spec.text(); }
void from_json(const nlohmann::json& json, AttentionSpec& spec) {
  spec = AttentionSpec::parse(json.get<std::string>());
}
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TransformerOptions, source_vocab, target_vocab, d_model, heads,
                                   encoder_layers, decoder_layers, dim_feedforward, dropout, activation, norm,
                                   layer_norm_eps, position, attention, max_length, tie, pad)

std::string options_to_json(const TransformerOptions& options) { return nlohmann::json(options).dump(); }

namespace {

const char* kind(const nlohmann::json& value) {
  return value.is_number() ? "a number" : value.is_string() ? "a word" : "something else";
}

/// Each field of the settings is there, and is a number or a word where one belongs.
void check_fields(const nlohmann::json& given) {
  if (!given.is_object())
    throw_error<Error>("the settings of the saved model cannot be read: they are no JSON object");
  const nlohmann::json example = TransformerOptions{};
  for (const auto& [name, value] : example.items()) {
    if (!given.contains(name))
      throw_error<Error>("the settings of the saved model cannot be read: there is no '{}'", name);
    if (std::string_view(kind(given.at(name))) != kind(value))
      throw_error<Error>("the settings of the saved model cannot be read: '{}' is {}, not {}", name,
                         given.at(name).dump(), kind(value));
  }
}

}  // namespace

TransformerOptions options_from_json(const std::string& json) {
  try {
    nlohmann::json given = parse_json(json, "the settings of the saved model");
    // Models saved before there was a choice attend to all.
    if (given.is_object() && !given.contains("attention")) given["attention"] = AttentionSpec();
    check_fields(given);
    const auto options = given.get<TransformerOptions>();
    const nlohmann::json known = options;
    // An unknown word for a choice would silently become the first one.
    for (const auto& [name, value] : known.items()) {
      if (value != given.at(name))
        throw_error<Error>("the settings of the saved model cannot be read: '{}' is {}", name,
                           given.at(name).dump());
    }
    for (const auto& [name, value] : given.items()) {
      if (!known.contains(name))
        throw_error<Error>("the settings of the saved model cannot be read: '{}' is unknown", name);
    }
    return options;
  } catch (const FormatError& e) {  // of parse_json: the caller knows the file
    throw Error(e.what());
  } catch (const UsageError& e) {
    throw_error<Error>("the settings of the saved model cannot be read: {}", e.what());
  } catch (const nlohmann::json::exception&) {
    throw_error<Error>("the settings of the saved model cannot be read: a number is too large");
  }
}

}  // namespace heed
