// The settings of a model as text: what a saved model keeps of them.
#pragma once

#include <string>

#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {

/// Of each kind whose settings models/model_fields.hpp lists: TransformerOptions, GptOptions, ….
template <typename Options>
struct OptionsText {
  static std::string json(const Options& options);
  static Options from_json(const std::string& json);
  static Options saved(const SavedModel& file);
};

/// Options as JSON; and back, options_from_json<GptOptions>(json). Unknown or missing fields throw Error
/// naming them.
template <typename Options>
std::string options_to_json(const Options& options) {
  return OptionsText<Options>::json(options);
}
template <typename Options>
Options options_from_json(const std::string& json) {
  return OptionsText<Options>::from_json(json);
}

/// Those of a saved model, checked. Throws FormatError that names the file.
template <typename Options>
Options saved_options(const SavedModel& file) {
  return OptionsText<Options>::saved(file);
}

}  // namespace heed
