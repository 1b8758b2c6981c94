#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// 순전파: S = Q Kᵀ / √d_k,  P = softmax(S)(행마다),  O = P V.
// 뒤에서 온(upstream) 기울기 G = dL/dO는 O의 각 원소가 변할 때 손실 L이 얼마나 변하는지를 말합니다.

/// dL/dV.
/// weights P (Tq, Tk), upstream G (Tq, Dv) -> (Tk, Dv).
Tensor grad_value(const Tensor& weights, const Tensor& upstream) {
  return not_written("grad_value");
}

/// dL/dS: V와의 곱을 거슬러, 그다음 소프트맥스를 거슬러 갑니다.
/// weights P (Tq, Tk), value V (Tk, Dv), upstream G (Tq, Dv) -> (Tq, Tk).
Tensor grad_scores(const Tensor& weights, const Tensor& value, const Tensor& upstream) {
  return not_written("grad_scores");
}

/// 세 기울기 전부. P가 필요하므로 어텐션의 순전파를 안에서 다시 합니다.
/// query (Tq, Dk), key (Tk, Dk), value (Tk, Dv), upstream G (Tq, Dv) -> query, key, value와 모양이 같은
/// 기울기: given::AttentionGradients{.query = …, .key = …, .value = …}.
given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  return not_written("attention_backward");
}
