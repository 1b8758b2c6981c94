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
