// The net in the file of a saved model: its options and its weights.
#pragma once

#include "models/options_json.hpp"
#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {

/// Returns the net in evaluation mode: a Transformer, AttentionLstm, Gpt, Bert or Vit. Throws Error that
/// names the file if its options cannot be or do not fit its tensors, or if its weights are damaged.
template <typename Net>
Net load_net(const SavedModel& file);

/// Writes a net with its options (models/saved_model.hpp).
template <typename Net>
void save_net(const std::filesystem::path& path, const std::string& kind, const Net& net,
              const Metadata& texts) {
  save_model(path, kind, options_to_json(net.options()), net, texts);
}

}  // namespace heed
