#include "exercises/learn.hpp"

/// 마지막 축의 소프트맥스: p_ij = exp(x_ij − max_k x_ik) / Σ_k exp(x_ik − max_k x_ik).
/// logits (N, C) -> probabilities (N, C). 행마다 합이 1입니다.
Tensor softmax(const Tensor& logits) {
  // 행마다 가장 큰 로짓을 찾아 각 로짓에서 빼고, exp를 적용한 다음, 그 행의 합으로 나누십시오.
  return not_written("softmax");
}
