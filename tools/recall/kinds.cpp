#include "tools/recall/kinds.hpp"

#include "lib/core/error.hpp"

namespace heed {

const std::vector<RecallKind>& recall_kinds() {
  using Net = RecallNet::Kind;
  static const std::vector<RecallKind> kinds{
      {Net::attention, "attention", {"attention", "어텐션"}, 'A'},
      {Net::convolution, "convolution", {"convolution", "합성곱"}, 'C'},
      {Net::state_space, "state space", {"state space", "상태 공간"}, 'S'},
      {Net::lstm, "LSTM", {"LSTM", ""}, 'L'},
      {Net::rnn, "RNN", {"RNN", ""}, 'R'}};
  return kinds;
}

const RecallKind& recall_kind(const std::string& name) {
  for (const RecallKind& kind : recall_kinds())
    if (kind.name == name) return kind;
  throw_error<UsageError>("there is no net '{}' to recall with", name);
}

}  // namespace heed
