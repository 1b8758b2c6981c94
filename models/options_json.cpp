#include "models/options_json.hpp"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/vocabulary.hpp"
#include "models/model_fields.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

template <typename T>
nlohmann::json field_json(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else {
    return setting_text(value);
  }
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
  const bool number = std::is_arithmetic_v<T>;
  if (number ? !given.is_number() : !given.is_string())
    throw_error<Error>("'{}' is {}, not {}", name, given.dump(), number ? "a number" : "a word");
  if (std::is_integral_v<T> && given.is_number_float())  // nlohmann-json would convert it, whatever its size
    throw_error<Error>("'{}' is {}, not a whole number", name, given.dump());
  if constexpr (std::is_arithmetic_v<T>) {
    value = given.get<T>();
  } else {
    try {
      read_setting(given.get<std::string>(), value);
    } catch (const UsageError& e) {
      throw_error<Error>("'{}': {}", name, e.what());
    }
  }
  if (field_json(value) != given) throw_error<Error>("'{}' is {}", name, given.dump());
}

template <typename Options>
Options read_fields(const nlohmann::json& given) {
  if (!given.is_object()) throw_error<Error>("they are no JSON object");
  Options options;
  visit_fields(options, [&](const Field& field, auto& value) {
    if (given.contains(field.name)) {
      read_field(given.at(field.name), field.name, value);
    } else if (field.since == Since::first) {
      throw_error<Error>("there is no '{}'", field.name);
    }
  });
  const nlohmann::json known = fields_json(options);
  for (const auto& [name, value] : given.items()) {
    if (!known.contains(name)) throw_error<Error>("'{}' is unknown", name);
  }
  return options;
}

}  // namespace

template <typename Options>
std::string OptionsText<Options>::json(const Options& options) {
  return fields_json(options).dump();
}

template <typename Options>
Options OptionsText<Options>::from_json(const std::string& json) {
  try {
    const nlohmann::json given = parse_json(json, "the settings of the saved model");
    try {
      return read_fields<Options>(given);
    } catch (const Error& e) {
      throw_error<Error>("the settings of the saved model cannot be read: {}", e.what());
    } catch (const nlohmann::json::exception&) {
      throw_error<Error>("the settings of the saved model cannot be read: a number is too large");
    }
  } catch (const FormatError& e) {  // of parse_json: the caller knows the file
    throw Error(e.what());
  }
}

void refuse_setting(const std::string& text, const std::string& forms) {
  throw_error<UsageError>("'{}' is not one of {}", text, forms);
}

namespace {

/// What check_options() does not ask of a setting; null where it is so.
const char* broken_rule(std::string_view name, double value) {
  const bool is_dropout = name == "attention_dropout" || name == "activation_dropout";
  if (name == "dropout" && !(value >= 0 && value < 1)) return "at least 0 and below 1";
  if (is_dropout && !(value >= -1 && value < 1)) return "at least -1 and below 1";
  if (name == "layer_norm_eps" && !(static_cast<Scalar>(value) > 0 && value <= 1))
    return "above 0 and at most 1";
  if (name == "pad" && value != Vocabulary::pad) return "0, the id of <pad>";
  if (name == "max_length" && value > 1'000'000) return "at most 1,000,000";
  return nullptr;
}

}  // namespace

template <typename Options>
Options OptionsText<Options>::saved(const SavedModel& file) {
  try {
    const Options options = from_json(file.settings());
    check_options(options);
    visit_fields(options, [&](const Field& field, const auto& value) {
      if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
        if (const char* const rule = broken_rule(field.name, static_cast<double>(value)))
          throw_error<Error>("its settings say that {} is {}: must be {}", field.name, value, rule);
      }
    });
    return options;
  } catch (const Error& e) {
    throw_error<FormatError>("{}: {}; train and save the model again", file.path().string(), e.what());
  }
}
template struct OptionsText<TransformerOptions>;
template struct OptionsText<GptOptions>;
template struct OptionsText<AttentionLstmOptions>;
template struct OptionsText<BertOptions>;
template struct OptionsText<VitOptions>;

}  // namespace heed
