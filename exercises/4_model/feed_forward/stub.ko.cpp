#include "exercises/given.hpp"

/// FFN(x) = max(0, x W₁ᵀ + b₁) W₂ᵀ + b₂. 모든 위치에 똑같이 적용합니다.
/// x (T, C), first: weight (F, C), bias (F), second: weight (C, F), bias (C) -> (T, C).
Tensor feed_forward(const Tensor& x, const given::Linear& first, const given::Linear& second) {
  // 1. 은닉층: x W₁ᵀ + b₁ (T, F). given::linear(x, weight, bias)가 한 층을 계산합니다
  // 2. 음수는 0이 됩니다
  // 3. 다시 값 C개로: W₂, b₂
  return not_written("feed_forward");
}

/// grad (T, C)가 dL/dFFN(x)일 때의 dL/dx. x (T, C) -> (T, C).
Tensor feed_forward_backward(const Tensor& x, const given::Linear& first, const given::Linear& second,
                             const Tensor& grad) {
  // 거슬러 가는 길: W₂를 지나고, 0이었던 유닛에서 막히고, W₁을 지납니다.
  return not_written("feed_forward_backward");
}
