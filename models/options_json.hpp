// The settings of a model as text: what a saved model keeps of them.
#pragma once

#include <string>

#include "models/attention_lstm.hpp"
#include "models/gpt.hpp"
#include "models/transformer.hpp"

namespace heed {

/// Options as JSON and back; unknown or missing fields throw Error naming them.
std::string options_to_json(const TransformerOptions& options);
std::string options_to_json(const GptOptions& options);
std::string options_to_json(const AttentionLstmOptions& options);
TransformerOptions options_from_json(const std::string& json);
GptOptions gpt_options_from_json(const std::string& json);
AttentionLstmOptions lstm_options_from_json(const std::string& json);

}  // namespace heed
