#include "exercises/learn.hpp"

/// 한 축을 따라 구한 log Σ exp(x). 그 축은 없어집니다: x (A, B, C), axis 1 -> (A, C).
/// x의 축은 하나에서 셋이고 0 ≤ axis < 축의 수입니다. 값이 얼마나 크든 맞아야 합니다: m = max x_i일 때 log Σ
/// exp(x_i) = m + log Σ exp(x_i − m). exp(−∞)는 0이고, x가 모두 −∞이면 결과도 −∞입니다.
Tensor log_sum_exp(const Tensor& x, int axis) {
  // 1. double에서 exp(1000)은 무엇입니까? log(exp(−1000))은 무엇입니까?
  // 2. 행 우선 순서에서 x.flat((before · length + i) · after + behind)가 그 축을 따라갑니다. `length`,
  //    `before`의 개수, 그리고 `behind`의 개수인 `after`는 각각 무엇입니까?
  // 3. −∞ − (−∞)는 0이 아닙니다.
  return not_written("log_sum_exp");
}

/// log_sum_exp의 역전파: x (A, B, C), axis 1이면 결과의 grad (A, C) -> dL/dx (A, B, C).
Tensor log_sum_exp_backward(const Tensor& x, int axis, const Tensor& grad) {
  // x_i 하나가 변하면 log Σ exp(x)는 어떻게 변합니까? 어떤 함수입니까? x가 크면 꼭 오버플로가 나야 합니까?
  return not_written("log_sum_exp_backward");
}
