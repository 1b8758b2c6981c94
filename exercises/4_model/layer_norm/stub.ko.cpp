#include "exercises/learn.hpp"

/// y = weight · (x − 평균) / √(분산 + eps) + bias. 평균과 분산은 행마다 따로 구합니다.
/// x (N, C), weight (C), bias (C) -> (N, C).
Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  // 행마다: 1. 평균   2. 분산, 곧 (x − 평균)²의 평균
  //         3. (x − 평균) / √(분산 + eps)   4. weight(c)를 곱하고 bias(c)를 더함
  return not_written("layer_norm");
}

/// grad가 dL/dy일 때의 dL/dx. x̂ = (x − 평균) / √(분산 + eps)의 기울기 g = grad · weight에서 시작하십시오.
/// x (N, C), weight (C), grad (N, C) -> (N, C).
Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  // 평균과 분산은 그 행의 모든 x에 의존합니다. 그래서 각각 항이 하나씩 더 생깁니다.
  return not_written("layer_norm_backward");
}

/// grad가 dL/dy일 때 dL/dweight와 dL/dbias의 쌍, 각각 (C). 모든 행이 같은 weight와 bias를 썼습니다.
/// x (N, C), grad (N, C).
std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  // y(n, c) = weight(c) · x̂(n, c) + bias(c)입니다. weight(c)는 y의 어느 원소에 영향을 줍니까?
  return not_written("layer_norm_parameter_gradients");
}
