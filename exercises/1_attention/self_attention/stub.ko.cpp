#include "exercises/learn.hpp"

/// 셀프 어텐션: 쿼리, 키, value가 모두 같은 토큰에서 나옵니다.
///     Q = x W_q,  K = x W_k,  V = x W_v,  output = softmax(Q Kᵀ / √d_k) V
/// x (B, T, C), w_query와 w_key (C, Dk), w_value (C, Dv) -> (B, T, Dv). 배치의 문장마다 따로 계산합니다.
///
/// 인자는 모두 Variable입니다. heed의 연산(heed::matmul, heed::transpose, heed::softmax, + - * /)만 이어 쓰고
/// 모든 것을 Variable로 두면 기울기는 저절로 나옵니다.
Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value) {
  // x.dim(-1)이 C입니다. heed::matmul(x, w)는 (B, T, C) x (C, D)에도 쓸 수 있고, heed::transpose는 마지막 두
  // 축을 바꿉니다.
  return not_written("self_attention");
}
