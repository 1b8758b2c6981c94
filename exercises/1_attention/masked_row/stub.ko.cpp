#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 쿼리마다 볼 수 있는 키만으로 구한 소프트맥스. 아무것도 볼 수 없는 쿼리는 가중치를 주지 않아 그 행이 모두
/// 0입니다. scores (Tq, Tk)는 이미 스케일링했고, mask (Tq, Tk): 1 = 볼 수 있음, 0 = 볼 수 없음 ->
/// weights (Tq, Tk).
Tensor masked_weights(const Tensor& scores, const Tensor& mask) {
  // softmax(x)_j = exp(x_j - max) / Σ exp(x - max)입니다. 보이는 것이 없는 행에서 max와 Σ는 무엇입니까?
  return not_written("masked_weights");
}

/// 그런 마스크를 쓴 어텐션: softmax(Q Kᵀ / √d_k, 마스크 적용) V. 아무것도 볼 수 없는 쿼리의 출력은 0입니다.
/// query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), mask (Tq, Tk) -> (Tq, Dv).
Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  return not_written("masked_attention");
}

/// 파트 1의 기울기: 뒤에서 온 기울기 g = dL/dweights가 주어질 때 dL/dscores. 아무것도 보지 못하는 행의
/// 기울기는 0입니다. scores, mask, upstream (Tq, Tk) -> (Tq, Tk).
Tensor masked_weights_backward(const Tensor& scores, const Tensor& mask, const Tensor& upstream) {
  return not_written("masked_weights_backward");
}
