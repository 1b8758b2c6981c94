#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 무엇이든 계산하기 전에 하는 예측: 문제의 질문 `which`(1 … 5)에 대한 답 1, 2, 3.
int prediction(int which) {
  return not_written("prediction");
}

/// 헤드 하나를 끈 어텐션: 헤드들을 이어 붙여 `output`을 거치기 전에 그 헤드의 결과가 0입니다. x (T, C)가
/// 자신을 보며, 모든 토큰이 모든 토큰을 봅니다. head -1: 아무것도 끄지 않습니다. -> (T, C).
Tensor attention_without(const Tensor& x, const given::AttentionWeights& weights, int head) {
  // given::linear(x, weights.query), given::split_heads, given::attention, given::merge_heads
  return not_written("attention_without");
}

/// 헤드를 없앨 수 있는 순서: 없앴을 때 점수가 가장 높게 남는 헤드를 하나씩 없애며, 같으면 번호가 작은 것을
/// 없앱니다. score(silenced)는 목록의 헤드를 모두 껐을 때의 점수입니다. 헤드 번호 `heads`개를 먼저 없앤
/// 것부터 돌려줍니다.
std::vector<int> order_to_prune(int heads, const std::function<double(const std::vector<int>&)>& score) {
  return not_written("order_to_prune");
}
