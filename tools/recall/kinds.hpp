// How the nets that `heed recall` compares are called, and drawn.
#pragma once

#include <string>
#include <vector>

#include "models/recall_net.hpp"
#include "tools/language/language.hpp"

namespace heed {

struct RecallKind {
  RecallNet::Kind net;
  std::string name;  // "LSTM"
  Bilingual title;   // the same for a reader
  char mark;         // in the plot
};

/// attention, convolution, state space, LSTM and RNN.
const std::vector<RecallKind>& recall_kinds();
/// By its name. Throws UsageError.
const RecallKind& recall_kind(const std::string& name);

}  // namespace heed
