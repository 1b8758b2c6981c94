#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 패딩이 아닌 토큰에 대한 교차 엔트로피의 평균. PyTorch의 CrossEntropyLoss와 같은 정의입니다.
/// logits (N, C), targets: 클래스 번호 N개. 목표가 ignore_index인 행은 전혀 세지 않습니다.
/// 세는 행의 손실은 −Σ_c q_c log p_c이고, p = softmax(그 행의 로짓), q_c = (1 − s) [c = target] + s / C, s는
/// label_smoothing입니다(0이면 −log p_target).
/// 세는 행은 적어도 하나 있습니다. 로짓은 수천까지 커질 수 있습니다.
double cross_entropy(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                     int ignore_index) {
  // 1. log p가 필요합니다. given::log_softmax(logits)가 구해 줍니다.
  //    std::log(softmax)는 왜 안 됩니까?
  // 2. 어느 행을 세고, 무엇으로 나눕니까?
  // 3. 스무딩할 때: 몫 s를 어느 클래스들이 나누고, 정답 클래스는 결국 얼마를 가집니까?
  return not_written("cross_entropy");
}

/// cross_entropy의 역전파: dL/dloss가 upstream일 때 dL/dlogits (N, C). 패딩 행은 0입니다.
Tensor cross_entropy_backward(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                              int ignore_index, double upstream) {
  // Σ q_c = 1이면, 로짓 하나가 변할 때 −Σ_c q_c log_softmax(x)_c는 어떻게 변합니까? 거기에 무엇을 곱하고
  // 무엇으로 나누어야 합니까?
  return not_written("cross_entropy_backward");
}
