// The settings of a model as text: what a saved model keeps of them.
#pragma once

#include <string>

#include "models/attention_lstm.hpp"
#include "models/bert.hpp"
#include "models/gpt.hpp"
#include "models/saved_model.hpp"
#include "models/transformer.hpp"
#include "models/vit.hpp"

namespace heed::inline HEED_PRECISION {

/// Options as JSON; and back, options_from_json<GptOptions>(json), of each of these kinds. Unknown or missing
/// fields throw Error naming them.
std::string options_to_json(const TransformerOptions& options);
std::string options_to_json(const GptOptions& options);
std::string options_to_json(const AttentionLstmOptions& options);
std::string options_to_json(const BertOptions& options);
std::string options_to_json(const VitOptions& options);
template <typename Options>
Options options_from_json(const std::string& json);

/// Those of a saved model, checked. Throws FormatError that names the file.
template <typename Options>
Options saved_options(const SavedModel& file);

}  // namespace heed
