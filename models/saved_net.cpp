#include "models/saved_net.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "models/bert.hpp"
#include "models/gpt.hpp"
#include "models/model_fields.hpp"
#include "models/vit.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

template <typename T>
nlohmann::json field_json(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return value;
  else
    return setting_text(value);
}

template <typename Options>
nlohmann::json fields_json(const Options& options) {
  nlohmann::json json;
  visit_fields(options, [&](const Field& field, const auto& value) { json[field.name] = field_json(value); });
  return json;
}

/// Throws Error unless the field is a number or a word, as it should be, and one that can be kept.
template <typename T>
void read_field(const nlohmann::json& given, const char* name, T& value) {
  constexpr bool number = std::is_arithmetic_v<T>;
  if (number ? !given.is_number() : !given.is_string())
    throw_error<Error>("'{}' is {}, not {}", name, given.dump(), number ? "a number" : "a word");
  if (std::is_integral_v<T> && given.is_number_float())  // nlohmann-json would convert it, whatever its size
    throw_error<Error>("'{}' is {}, not a whole number", name, given.dump());
  if constexpr (number) {
    value = given.get<T>();
  } else {
    try {
      read_setting(given.get<std::string>(), value);
    } catch (const UsageError& e) {
      throw_error<Error>("'{}': {}", name, e.message());
    }
  }
  if (field_json(value) != given) throw_error<Error>("'{}' is {}", name, given.dump());
}

template <typename Options>
Options read_fields(const nlohmann::json& given) {
  if (!given.is_object()) throw_error<Error>("they are no JSON object");
  Options options;
  visit_fields(options, [&](const Field& field, auto& value) {
    if (given.contains(field.name))
      read_field(given.at(field.name), field.name, value);
    else if (field.since == Since::first)
      throw_error<Error>("there is no '{}'", field.name);
  });
  const nlohmann::json known = fields_json(options);
  for (const auto& [name, value] : given.items()) {
    const bool retired = name == retired_field.first && value == retired_field.second;
    if (!known.contains(name) && !retired) throw_error<Error>("'{}' is unknown", name);
  }
  return options;
}

}  // namespace

void require_in_range(const Field& field, double value) {
  const auto& [least, most, text] = field.range;
  if (value >= least && value <= most) return;
  std::string must = fmt::format("at least {}", least);
  if (value > most) must = fmt::format("at most {}", grouped(static_cast<std::int64_t>(most)));
  throw_error<UsageError>("{} is {}: must be {}", field.name, value, text == nullptr ? must : text);
}

void refuse_setting(const std::string& text, const std::string& forms) {
  throw_error<UsageError>(tr_noop("'{}' is not one of {}"), text, forms);
}

template <typename Options>
std::string options_to_json(const Options& options) {
  return fields_json(options).dump();
}

template <typename Options>
Options options_from_json(const std::string& json) {
  const char* const what = "the settings of the saved model";
  try {
    const nlohmann::json given = parse_json(json, what);
    return read_fields<Options>(given);
  } catch (const FormatError& e) {  // of parse_json: the caller knows the file
    throw Error(e.message());
  } catch (const Error& e) {
    throw_error<Error>(tr_noop("the settings of the saved model cannot be read: {}"), e.message());
  } catch (const nlohmann::json::exception&) {
    throw_error<Error>("{} cannot be read: a number is too large", what);
  }
}

template std::string options_to_json(const TransformerOptions&);
template std::string options_to_json(const AttentionLstmOptions&);
template std::string options_to_json(const GptOptions&);
template std::string options_to_json(const BertOptions&);
template std::string options_to_json(const VitOptions&);
template TransformerOptions options_from_json(const std::string&);
template AttentionLstmOptions options_from_json(const std::string&);
template GptOptions options_from_json(const std::string&);
template BertOptions options_from_json(const std::string&);
template VitOptions options_from_json(const std::string&);

namespace {

/// A name and a shape for each size that options name: a model is made only of options whose tensors the file
/// has, as damaged ones could ask for any amount of memory.
using NamedShape = std::pair<std::string, std::vector<std::int64_t>>;
using Tensors = std::vector<NamedShape>;

NamedShape last_layer(const char* stack, std::int64_t layers, std::int64_t wide, std::int64_t d_model) {
  return {fmt::format("{}.layers.{}.linear1.weight", stack, layers - 1), {wide, d_model}};
}

Tensors sized(const TransformerOptions& o) {
  return {{"source_embedding.weight", {o.source_vocab, o.layer.d_model}},
          {"target_embedding.weight", {o.target_vocab, o.layer.d_model}},
          last_layer("encoder", o.encoder_layers, o.layer.dim_feedforward, o.layer.d_model),
          last_layer("decoder", o.decoder_layers, o.layer.dim_feedforward, o.layer.d_model)};
}

Tensors sized(const AttentionLstmOptions& o) {
  return {{"source_embedding.weight", {o.source_vocab, o.d_model}},
          {"target_embedding.weight", {o.target_vocab, o.d_model}}};
}

Tensors sized(const GptOptions& o) {
  return {{"wte.weight", {o.vocabulary, o.d_model}},
          {"wpe.weight", {o.max_length, o.d_model}},
          {fmt::format("h.{}.mlp.c_fc.weight", o.layers - 1), {o.d_model, o.dim_feedforward}}};
}

Tensors sized(const BertOptions& o) {
  return {{"embeddings.word_embeddings.weight", {o.vocabulary, o.d_model}},
          {"embeddings.position_embeddings.weight", {o.max_length, o.d_model}},
          {"embeddings.token_type_embeddings.weight", {o.segments, o.d_model}},
          {"classifier.weight", {o.classes, o.d_model}},
          last_layer("encoder", o.layers, o.dim_feedforward, o.d_model)};
}

Tensors sized(const VitOptions& o) {
  return {{"conv_proj.weight", {o.d_model, o.channels, o.patch, o.patch}},
          {"pos_embedding", {1, 1 + o.height / o.patch * (o.width / o.patch), o.d_model}},
          last_layer("encoder", o.layers, o.dim_feedforward, o.d_model),
          {"head.weight", {o.classes, o.d_model}}};
}

template <typename Options>
Options saved_options(const SavedModel& file) try {
  const Options options = options_from_json<Options>(file.settings());
  check_options(options);
  check_ranges(options, [](const Field&) { return true; });
  return options;
} catch (const Error& e) {
  throw_error<FormatError>(tr_noop("{}: {}; train and save the model again"), file.path().string(),
                           e.message());
}

}  // namespace

template <typename Net>
Net load_net(const SavedModel& file) {
  using Options = std::remove_cvref_t<decltype(std::declval<Net>().options())>;
  const auto options = saved_options<Options>(file);
  for (const auto& [name, shape] : sized(options)) file.require_tensor(name, shape);
  Rng rng(0);
  Net net(options, rng);
  file.load_into(net);
  return net;
}
template Transformer load_net(const SavedModel&);
template AttentionLstm load_net(const SavedModel&);
template Gpt load_net(const SavedModel&);
template Bert load_net(const SavedModel&);
template Vit load_net(const SavedModel&);

}  // namespace heed
