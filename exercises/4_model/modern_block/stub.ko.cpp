#include "exercises/given.hpp"

/// RMSNorm(Zhang & Sennrich 2019): 행마다 제곱 평균의 제곱근으로 나누고 weight를 곱합니다. 평균은 빼지 않습니다.
/// x (T, C), weight (C) -> x / √(x²의 평균 + eps) ∘ weight.
Tensor rms_norm(const Tensor& x, const Tensor& weight, double eps) {
  return not_written("rms_norm");
}

/// SwiGLU(Shazeer 2020): (silu(x Gᵀ) ∘ x Uᵀ) Dᵀ, silu(a) = a / (1 + e⁻ᵃ). x (T, C), gate G와 up U (F, C),
/// down D (C, F) -> (T, C).
Tensor swiglu(const Tensor& x, const Tensor& gate, const Tensor& up, const Tensor& down) {
  return not_written("swiglu");
}

/// 헤드들이 키와 value를 함께 쓰는 인과적 어텐션(Ainslie et al. 2023): 쿼리 헤드 H개 가운데 처음 H / G개는 그룹 0의
/// 키와 value를, 다음 H / G개는 그룹 1의 것을 읽습니다. query (H, T, d), key와 value (G, T, d) -> (H, T, d).
Tensor grouped_query_attention(const Tensor& query, const Tensor& key, const Tensor& value) {
  return not_written("grouped_query_attention");
}

/// 오늘날의 블록: pre-norm, x + attention(norm(x)), 다음에 h + swiglu(norm(h)). eps는 1e-5. 어텐션은 정규화한 행을
/// 투영해 쿼리는 헤드 w.heads개로, 키와 value는 w.groups개로 나누고, 쿼리와 키를 given::rotary로 돌린 뒤, 헤드를
/// 합쳐 w.output으로 투영합니다. x (T, C) -> (T, C).
Tensor modern_block(const Tensor& x, const given::ModernBlock& w) {
  // y = matmul(x, transpose(weight))가 편향 없는 투영입니다. given::split_heads, given::merge_heads.
  return not_written("modern_block");
}
