#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 디코더가 인코더의 출력(원문)을 보는, 헤드가 여럿인 어텐션.
/// decoder (B, T, D): 디코더의 위치들, memory (B, S, D): 인코더의 출력.
/// 두 문장의 마스크, 1 = 토큰, 0 = 패딩: target_mask (B, T), memory_mask (B, S). 배치마다 둘 다 주어지며,
/// 여기서 어느 것이 필요한지는 여러분이 정합니다. 목표 문장의 패딩 위치도 다른 위치처럼 출력을
/// 얻습니다(손실에서 빠집니다). 모든 메모리에는 토큰이 적어도 하나 있습니다.
/// w_q, w_k, w_v, w_o (D, D). 모든 투영은 편향 없이 y = x Wᵀ입니다. D는 `heads`로 나누어떨어집니다.
/// 결과 (B, T, D).
Tensor cross_attention(const Tensor& decoder, const Tensor& memory, const Tensor& target_mask,
                       const Tensor& memory_mask, const Tensor& w_q, const Tensor& w_k, const Tensor& w_v,
                       const Tensor& w_o, int heads) {
  // given::linear(x, weight, bias)는 x Wᵀ + bias입니다(편향이 없으면 0으로 채운 Tensor({D})).
  // given::split_heads(x, heads), given::merge_heads(x)도 쓸 수 있습니다.
  // 1. 누가 묻고 누가 답합니까? 쿼리, 키, value로 투영하십시오.
  // 2. 헤드마다 어텐션을 합니다. 어떤 쿼리도 패딩을 보면 안 됩니다.
  // 3. 헤드를 합치고 w_o로 투영합니다.
  return not_written("cross_attention");
}
