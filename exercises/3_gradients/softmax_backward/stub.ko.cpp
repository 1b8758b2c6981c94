#include "exercises/learn.hpp"

/// 한 행에 대한 p = softmax(x)의 야코비 행렬: J(i, j) = dp_i / dx_j.
/// probabilities (C) -> (C, C).
Tensor softmax_jacobian(const Tensor& probabilities) {
  // x_j는 p_j의 분자에만 있지만, 분모에는 모든 p_i에 있습니다. 그래서 i = j와 i ≠ j, 두 경우로 나뉩니다.
  return not_written("softmax_jacobian");
}

/// 마지막 축에서 p = softmax(x)의 역전파. 야코비 행렬 없이 dL/dp에서 dL/dx를 구합니다.
/// probabilities p (N, C), grad = dL/dp (N, C) -> dL/dx (N, C). (C, C) 행렬은 필요 없습니다.
Tensor softmax_backward(const Tensor& probabilities, const Tensor& grad) {
  // 1. Σ_j grad_j J(j, i)를 J의 두 항으로 풀어 쓰십시오. 한 행의 모든 i에서 같은 항은 어느 것입니까?
  // 2. 그 값을 행마다 한 번만 계산하십시오.
  return not_written("softmax_backward");
}

/// 마지막 축에서 y = log_softmax(x)의 역전파: dL/dy에서 dL/dx를 구합니다.
/// log_probabilities y (N, C), grad = dL/dy (N, C) -> dL/dx (N, C).
Tensor log_softmax_backward(const Tensor& log_probabilities, const Tensor& grad) {
  // y_i = x_i − log Σ_j exp(x_j)입니다. x_k가 변하면 y_k만 변합니까, 모든 y가 변합니까?
  return not_written("log_softmax_backward");
}
