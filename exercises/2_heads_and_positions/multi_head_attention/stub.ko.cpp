#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// torch.nn.MultiheadAttention(batch_first)과 같은, 헤드가 여럿인 셀프 어텐션.
/// x (B, T, D). mask (B, T): 1 = 토큰, 0 = 패딩(어떤 쿼리도 보면 안 됨. 모든 문장에 토큰이 적어도 하나 있음).
/// in_proj_weight (3D, D): W_q, W_k, W_v의 행을 위에서 아래로 쌓은 것, in_proj_bias (3D). out_proj_weight (D,
/// D), out_proj_bias (D). 모든 투영은 y = x Wᵀ + b입니다. D는 `heads`로 나누어떨어집니다.
/// 결과 (B, T, D).
Tensor multi_head_attention(const Tensor& x, const Tensor& mask, const Tensor& in_proj_weight,
                            const Tensor& in_proj_bias, const Tensor& out_proj_weight,
                            const Tensor& out_proj_bias, int heads) {
  // 1. x를 쿼리, 키, value로 투영합니다. in_proj_weight의 행을 세 조각으로 나눈 것입니다.
  // 2. 헤드로 나눕니다: given::split_heads(q, heads), (B, T, D) -> (B, H, T, D/H).
  // 3. 헤드마다 어텐션을 합니다: 점수, 스케일, 마스크, 소프트맥스, value의 가중합.
  // 4. given::merge_heads로 헤드를 합치고 한 번 더 투영합니다.
  return not_written("multi_head_attention");
}
