#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 무엇이든 계산하기 전에 하는 예측: 문제의 질문 `which`(1 … 5)에 대한 답 1, 2, 3.
int prediction(int which) {
  return not_written("prediction");
}

/// 거리별 정확도: 구간 b에는 거리가 edges[b] 이하이고 edges[b − 1]보다 큰 답이 들어갑니다. 답이 없는
/// 구간은 −1. 마지막 edges보다 먼 답은 세지 않습니다. distances와 right에는 답마다 숫자가 하나씩 있고, right는
/// 1 또는 0입니다. edges는 점점 커집니다. -> (구간 수).
Tensor accuracy_by_distance(const std::vector<int>& distances, const std::vector<int>& right,
                            const std::vector<int>& edges) {
  return not_written("accuracy_by_distance");
}

/// h_t = W h_{t−1} + x_t에서 첫 토큰에 닿는 기울기: dh_T / dx_1의 프로베니우스 노름. 이것은 W를 T − 1번 곱한
/// 것이고, T = 1이면 단위행렬입니다. recurrent W (C, C), length T ≥ 1.
double first_token_gradient(const Tensor& recurrent, int length) {
  // h_2는 x_1에 어떻게 달려 있습니까? h_3은?
  return not_written("first_token_gradient");
}
