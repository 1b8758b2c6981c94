// The settings of a model as JSON: what a saved model keeps of them (models/model_fields.hpp).
#pragma once

#include <string>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Options as JSON; and back, options_from_json<GptOptions>(json). Unknown or missing fields throw Error
/// naming them. Options are TransformerOptions, AttentionLstmOptions, GptOptions, BertOptions or VitOptions.
template <typename Options>
std::string options_to_json(const Options& options);
template <typename Options>
Options options_from_json(const std::string& json);

}  // namespace heed
