#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 무엇이든 계산하기 전에 하는 예측: 문제의 질문 `which`(1 … 5)에 대한 답 1, 2, 3.
int prediction(int which) {
  return not_written("prediction");
}

/// 소프트맥스가 아직 얼마나 움직이는가: √(Σ_ij J_ij²). 한 행 p = softmax(z)의 J(i, j) = dp_i / dz_j의
/// 프로베니우스 노름입니다. probabilities p (C).
double jacobian_norm(const Tensor& probabilities) {
  return not_written("jacobian_norm");
}

/// 그 노름을 쿼리에 대해 평균한 값. 쿼리마다 모든 키에 대한 softmax(q · k · scale)을 씁니다. query (N, D),
/// key (M, D).
double mean_norm(const Tensor& query, const Tensor& key, double scale) {
  return not_written("mean_norm");
}
