#include "exercises/learn.hpp"

/// 행마다 구한 log Σ exp(x): x (R, C) -> (R). 값이 얼마나 크든 맞아야 합니다: m = max x_i일 때 log Σ exp(x_i)
/// = m + log Σ exp(x_i − m). exp(−∞)는 0이고, x가 모두 −∞이면 결과도 −∞입니다.
Tensor log_sum_exp(const Tensor& x) {
  // 1. double에서 exp(1000)은 무엇입니까? log(exp(−1000))은 무엇입니까?
  // 2. −∞ − (−∞)는 0이 아닙니다.
  return not_written("log_sum_exp");
}

/// log_sum_exp의 역전파: x (R, C), 결과의 grad (R) -> dL/dx (R, C).
Tensor log_sum_exp_backward(const Tensor& x, const Tensor& grad) {
  // x_i 하나가 변하면 log Σ exp(x)는 어떻게 변합니까? 어떤 함수입니까? x가 크면 꼭 오버플로가 나야 합니까?
  return not_written("log_sum_exp_backward");
}
