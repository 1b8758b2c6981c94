#include "exercises/learn.hpp"

/// 소프트맥스에 넣기 전 어텐션의 점수: Q Kᵀ / √d_k.
/// scores = Q Kᵀ (Tq, Tk), d_k: 쿼리나 키 하나에 있는 숫자의 개수 -> (Tq, Tk).
Tensor scale_scores(const Tensor& scores, int d_k) {
  return not_written("scale_scores");
}

/// N쌍의 내적이 얼마나 퍼져 있는지: s_n = q_n · k_n이고 평균이 m = 1/N Σ_n s_n일 때, variance = 1/N Σ_n (s_n
/// − m)².
/// query (N, D), key (N, D): 두 텐서의 n행이 n번째 쌍입니다 -> 숫자 하나.
double variance_of_products(const Tensor& query, const Tensor& key) {
  return not_written("variance_of_products");
}
