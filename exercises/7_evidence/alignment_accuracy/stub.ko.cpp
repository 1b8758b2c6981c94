#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 무엇이든 계산하기 전에 하는 예측: 문제의 질문 `which`(1 … 5)에 대한 답 1, 2, 3.
int prediction(int which) {
  return not_written("prediction");
}

/// 헤드가 보아야 할 곳을 얼마나 자주 보는지: 짝이 있는 단어 가운데 가장 큰 가중치가 짝에 놓인 비율. 가중치가
/// 같으면 앞의 것을 봅니다. weights (Tq, Tk): 행은 쓴 단어, 열은 읽은 단어. partner[i]는 단어 i의 짝인 열이고,
/// 짝이 없으면(관사) −1입니다. 짝이 있는 단어가 적어도 하나 있습니다.
double alignment_accuracy(const Tensor& weights, const std::vector<int>& partner) {
  return not_written("alignment_accuracy");
}

/// 단어를 보지 않고, 언제나 같은 열을 보는 헤드 가운데 가장 좋은 것의 정확도. 열은 keys개.
double without_looking(const std::vector<int>& partner, int keys) {
  // 열마다 몇 번 짝이 됩니까?
  return not_written("without_looking");
}
