#include "exercises/learn.hpp"

/// 상대 위치의 벡터(Shaw et al. 2018). r = i − j(쿼리 빼기 키: 키가 몇 칸 앞에 있는지)를 −k … k로 자르면, 쌍
/// (i, j)는 표의 행 r + k를 받습니다. table (2k + 1, d), 위치 0 … queries − 1과 0 … keys − 1: -> (queries,
/// keys, d).
Tensor relative_position_encoding(const Tensor& table, int queries, int keys) {
  // 1. 표의 가운데 행은 어떤 거리입니까? 첫 행은 어떤 거리입니까?
  // 2. std::clamp(value, low, high)는 값을 low … high로 자릅니다.
  return not_written("relative_position_encoding");
}

/// 상대 위치가 들어간 점수: e_ij = q_i · (k_j + a_ij) / √d. a_ij는 relative_position_encoding의 벡터입니다. q
/// (Tq, d), k (Tk, d), table (2k + 1, d): -> (Tq, Tk).
Tensor relative_scores(const Tensor& q, const Tensor& k, const Tensor& table) {
  return not_written("relative_scores");
}

/// skew 트릭(Huang et al. 2018): 거리별 곱에서 쌍별 곱으로 바꿉니다.
/// by_distance (T, 2T − 1): i행의 열 c는 거리 r = c − (T − 1)의 것이므로 r = −(T−1) … T−1입니다.
/// 결과 (T, T): 원소 (i, j)는 i행에서 거리 r = i − j인 원소입니다.
Tensor skew(const Tensor& by_distance) {
  // i행은 연속된 열 T개를 쓰고, 그 창은 행마다 한 칸씩 움직입니다.
  return not_written("skew");
}

/// 점수에서 위치가 차지하는 항, 곧 스케일 없는 q_i · a_ij. 내적은 쿼리와 키의 쌍마다가 아니라, 쿼리와 *자른*
/// 거리 2k + 1개마다 한 번씩만 합니다. q (T, d), table (2k + 1, d): -> (T, T).
Tensor relative_term(const Tensor& q, const Tensor& table) {
  // 1. 서로 다른 벡터 a_ij는 몇 개입니까? 쿼리마다 그것들과 한 번씩만 곱하십시오.
  // 2. 그 곱 가운데 쌍 (i, j)의 값은 어느 것입니까?
  return not_written("relative_term");
}
