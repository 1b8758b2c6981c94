#include "tools/recall/kinds.hpp"

#include "lib/core/error.hpp"

namespace heed {

const std::vector<RecallKind>& recall_kinds() {
  static const std::vector<RecallKind> kinds{{"attention", {"attention", "어텐션"}, 'A', "O(1)"},
                                             {"convolution", {"convolution", "합성곱"}, 'C', "O(log n)"},
                                             {"state space", {"state space", "상태 공간"}, 'S', "O(n)"},
                                             {"LSTM", {"LSTM", ""}, 'L', "O(n)"},
                                             {"RNN", {"RNN", ""}, 'R', "O(n)"}};
  return kinds;
}

const RecallKind& recall_kind(const std::string& name) {
  for (const RecallKind& kind : recall_kinds())
    if (kind.name == name) return kind;
  throw_error<UsageError>("there is no net '{}' to recall with", name);
}

}  // namespace heed
