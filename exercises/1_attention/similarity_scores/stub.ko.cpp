#include "exercises/learn.hpp"

/// 쿼리와 키가 얼마나 잘 맞는가: score(i, j) = q_i · k_j, 곧 `query`의 i행과 `key`의 j행의 내적.
/// query (Tq, D), key (Tk, D) -> scores (Tq, Tk).
Tensor similarity_scores(const Tensor& query, const Tensor& key) {
  // 결과의 행은 쿼리, 열은 키입니다: Tensor scores({query.dim(0), key.dim(0)});
  return not_written("similarity_scores");
}

/// 쿼리가 가져오는 value의 가중합: output_i = Σ_j weights(i, j) value_j.
/// weights (Tq, Tk)의 각 행은 양수이고 합이 1입니다. value (Tk, Dv) -> (Tq, Dv).
Tensor mix_values(const Tensor& weights, const Tensor& value) {
  // `weights`의 열과 `value`의 행이 함께 쓰는, 그래서 더하면 사라지는 축은 무엇입니까?
  return not_written("mix_values");
}

/// 길이를 빼고 방향만 본 것: cosine(i, j) = q_i · k_j / (‖q_i‖ ‖k_j‖), −1부터 1까지.
/// query (Tq, D), key (Tk, D), 모두 0인 행은 없음 -> (Tq, Tk).
Tensor cosine_scores(const Tensor& query, const Tensor& key) {
  // 행의 길이는 제곱합의 제곱근(std::sqrt)입니다. 여러분의 similarity_scores를 써도 됩니다.
  return not_written("cosine_scores");
}
