#include "tools/recall/kinds.hpp"

#include "lib/core/error.hpp"

namespace heed {

const std::vector<RecallKind>& recall_kinds() {
  using Net = RecallNet::Kind;
  static const std::vector<RecallKind> kinds{
      {Net::attention, "attention", {"attention", "어텐션"}, 'A', "O(1)"},
      {Net::convolution, "convolution", {"convolution", "합성곱"}, 'C', "O(log n)"},
      {Net::state_space, "state space", {"state space", "상태 공간"}, 'S', "O(n)"},
      {Net::lstm, "LSTM", {"LSTM", ""}, 'L', "O(n)"},
      {Net::rnn, "RNN", {"RNN", ""}, 'R', "O(n)"}};
  return kinds;
}

const RecallKind& recall_kind(const std::string& name) {
  for (const RecallKind& kind : recall_kinds())
    if (kind.name == name) return kind;
  throw_error<UsageError>("there is no net '{}' to recall with", name);
}

}  // namespace heed
