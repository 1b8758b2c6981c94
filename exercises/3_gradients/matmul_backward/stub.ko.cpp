#include "exercises/learn.hpp"

/// C = A B의 기울기: {dA, dB}를 돌려줍니다.
/// a (…, M, K), b (…, K, N), grad = dL/dC (…, M, N) -> dA (…, M, K), dB (…, K, N). 앞쪽 축은 서로 같습니다.
/// `matmul`과 `transpose`(마지막 두 축)는 앞쪽 축도 처리합니다.
std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad) {
  // 1. a(i, k)는 C의 어느 원소들에 들어가고, 각각 무엇과 곱해집니까?
  // 2. dA(i, k)를 합으로 써 보십시오. 무엇과 무엇의 행렬 곱입니까?
  // 3. dB(k, j)도 마찬가지입니다. 정사각행렬이 아니라면 맞았는지 모양이 알려 줍니다.
  return not_written("matmul_backward");
}

/// 배치 전체가 함께 쓰는 가중치의 기울기: 모든 b에 대해 y[b] = x[b] W입니다.
/// x (B, T, K), grad = dL/dy (B, T, N) -> dW (K, N).
Tensor shared_weight_backward(const Tensor& x, const Tensor& grad) {
  // W는 B번 쓰였습니다. 여러 번 쓰인 값에 대해 "multiply_and_add"에서 무엇을 배웠습니까?
  return not_written("shared_weight_backward");
}
