#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 토큰마다 출력 하나를 내는 모델이면 무엇이든 됩니다: (T, C) -> (T, D).
using Model = std::function<Tensor(const Tensor&)>;

/// 무엇이든 계산하기 전에 하는 예측: 문제의 질문 `which`(1 … 5)에 대한 답 1, 2, 3.
int prediction(int which) {
  return not_written("prediction");
}

/// 출력 i가 토큰 j에 얼마나 달려 있는지: 토큰 j의 모든 값에 `step`을 더했을 때 출력 i의 값들이 바뀐 크기
/// |변화|의 합. x (T, C) -> (T, T).
Tensor influence(const Model& model, const Tensor& x, double step) {
  // x 그대로 한 번, 그리고 토큰을 하나씩 바꾸어 한 번씩 모델을 실행합니다.
  return not_written("influence");
}

/// 모든 영향 가운데 뒤에 오는 토큰(열 > 행)에서 온 비율. 뒤를 미리 보지 않는 모델이면 0. 영향이 전혀 없어도
/// 0. influence (T, T).
double leak(const Tensor& influence) {
  return not_written("leak");
}
