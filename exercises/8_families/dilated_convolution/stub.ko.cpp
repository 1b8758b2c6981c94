#include "exercises/given.hpp"

/// x (T, C), weight (D, C, K), bias (D) -> (T, D): 출력 t는 토큰 t, t − dilation, t − 2 · dilation, … K개를 봅니다. 마지막
/// 탭 k = K − 1이 토큰 t 자신의 것이며, 첫 토큰 앞에는 0이 있습니다.
Tensor causal_convolution(const Tensor& x, const Tensor& weight, const Tensor& bias, int dilation) {
  // 위치 t에서 탭 k는 어느 토큰을 봅니까? 그것이 첫 토큰보다 앞이라면 어떻게 합니까?
  return not_written("causal_convolution");
}

/// 그런 층을 쌓았을 때 출력이 자기를 포함해 보는 토큰의 수. dilation마다 층이 하나입니다.
int receptive_field(int taps, const std::vector<int>& dilations) {
  // 층이 하나 더해지면 얼마나 더 앞까지 봅니까?
  return not_written("receptive_field");
}

/// 쌓은 층이 토큰을 적어도 `tokens`개 보는 데 필요한, 가장 짧은 dilation 목록 1, 2, 4, 8, ….
std::vector<int> doubling_dilations(int taps, int tokens) {
  // 언제 멈출지는 receptive_field가 알려 줍니다. 토큰 하나만 본다면 층이 필요 없습니다.
  return not_written("doubling_dilations");
}

/// 쌓은 층: 층 l은 weights[l] (C, C, K), biases[l] (C), dilations[l]의 인과 합성곱 다음에 relu를 하고, 그 결과에 입력을
/// 더합니다: x ← x + relu(합성곱(x)). x (T, C) -> (T, C).
Tensor convolution_stack(Tensor x, const std::vector<Tensor>& weights, const std::vector<Tensor>& biases,
                         const std::vector<int>& dilations) {
  // given::relu(t)는 max(t, 0)입니다.
  return not_written("convolution_stack");
}
