#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 1단계, 점수: Q Kᵀ / √d_k.
/// query (Tq, Dk), key (Tk, Dk) -> (Tq, Tk): 행은 쿼리입니다.
Tensor attention_scores(const Tensor& query, const Tensor& key) {
  return not_written("attention_scores");
}

/// 2단계, 가중치: 마스크가 0인 곳을 가리고, 쿼리마다 점수를 가중치로 바꿉니다(소프트맥스).
/// scores (Tq, Tk). mask (Tq, Tk): 1 = 볼 수 있음, 0 = 볼 수 없음, 또는 비어 있음(mask.size() == 0): 아무것도
/// 가리지 않음. 모든 쿼리가 적어도 키 하나를 볼 수 있습니다. -> weights (Tq, Tk): 가려진 곳은 0, 행마다
/// 합이 1입니다.
Tensor attention_weights(const Tensor& scores, const Tensor& mask) {
  return not_written("attention_weights");
}

/// 전체: softmax(Q Kᵀ / √d_k, 마스크 적용) V.
/// query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), mask는 위와 같음 -> (Tq, Dv).
Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const Tensor& mask) {
  return not_written("scaled_dot_product_attention");
}
