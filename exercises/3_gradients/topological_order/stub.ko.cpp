#include "exercises/learn.hpp"

/// 모든 노드가, 자신을 계산하는 데 쓰인 노드보다 앞에 오는 순서입니다.
/// inputs[n]은 노드 n을 계산하는 데 쓰인 노드들입니다(리프 노드이면 비어 있고, 두 번 쓰인 노드는 두 번
/// 들어 있습니다). 번호는 언제 계산되었는지와 상관이 없습니다. 순서는 output이 의존하는 모든 노드를 한 번씩
/// 담고, 그 가운데 `output`이 처음입니다. 다른 노드는 어디에 있어도 되고 없어도 됩니다.
std::vector<int> backward_order(const std::vector<std::vector<int>>& inputs, int output) {
  // 1. `output`이 의존하는 노드는 무엇입니까?
  // 2. 어떤 노드를 언제 놓을 수 있습니까? 그 앞에 무엇이 있어야 합니까?
  // 3. 사슬의 길이가 노드 400,000개일 수도 있습니다. 호출 스택이 견딜까요?
  return not_written("backward_order");
}

/// 모든 노드의 기울기 d(output) / d(노드). output이 의존하지 않는 노드는 0입니다.
/// local[n][i]는 노드 n을 inputs[n][i]로 미분한 값입니다.
std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>& local, int output) {
  // output의 기울기는 1입니다. 위의 순서대로 노드를 방문하십시오. 각 노드는 완성된 기울기를 한 번만 넘깁니다.
  return not_written("backward_sweep");
}
