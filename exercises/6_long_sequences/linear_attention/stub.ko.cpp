#include "exercises/learn.hpp"

/// 선형 어텐션(Katharopoulos et al. 2020): 원소마다 φ(x) = elu(x) + 1일 때
///   out_i = φ(q_i)ᵀ Σ_j φ(k_j) v_jᵀ  /  φ(q_i)ᵀ Σ_j φ(k_j).
/// elu(x)는 x > 0이면 x, 아니면 exp(x) − 1입니다. 스케일은 없습니다. j에 대한 합은 모든 쿼리를 위해 한 번만
/// 구합니다. q (Tq, d), k (Tk, d), v (Tk, dv) -> (Tq, dv).
Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  // 1. S = Σ_j φ(k_j) v_jᵀ는 (d, dv), z = Σ_j φ(k_j)는 (d)입니다. 둘 다 쿼리와 무관합니다.
  // 2. 쿼리마다: φ(q_i)ᵀ S를 φ(q_i)ᵀ z로 나눕니다.
  return not_written("linear_attention");
}

/// 같은 계산이지만 쿼리 i는 키 j ≤ i만 봅니다. 합이 행마다 늘어나고, 전체 비용은 여전히 O(T)입니다. q, k (T,
/// d), v (T, dv) -> (T, dv).
Tensor causal_linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) {
  // 위치를 한 번만 훑습니다. 합을 먼저 갱신하고 쿼리에 답합니까, 그 반대입니까?
  return not_written("causal_linear_attention");
}
