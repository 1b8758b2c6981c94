#include "exercises/learn.hpp"

/// 이웃끼리 짝짓는 회전 위치 임베딩(RoPE, Su et al. 2021): 특징 2m과 2m + 1이 한 점의 두 좌표이고, 위치 p에서
/// 그 점은 시계 반대 방향으로 각 p · 10000^(−2m/d)만큼 돕니다. x (T, d), d는 짝수. 행 t는 위치 first_position
/// + t에 있습니다. -> (T, d).
Tensor rotary_embedding(const Tensor& x, int first_position) {
  // 각 a만큼 돌리면 (x0, x1)은 (x0 cos a − x1 sin a, x0 sin a + x1 cos a)가 됩니다.
  return not_written("rotary_embedding");
}

/// 회전 위치가 들어간 어텐션 점수: (돌린 q_i) · (돌린 k_j) / √d.
/// q (Tq, d)는 위치 query_position, query_position + 1, …에, k (Tk, d)는 key_position, key_position + 1, …에
/// 있습니다 -> (Tq, Tk). 둘을 같은 만큼 옮겨도 변하지 않습니다.
Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  // 여러분의 rotary_embedding을 써도 됩니다.
  return not_written("rotary_scores");
}
