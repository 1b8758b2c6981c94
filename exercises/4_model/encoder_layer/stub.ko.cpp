#include "exercises/given.hpp"

/// 학습할 때: keep이 1이면 x / (1 − p), 0이면 0. 평가할 때: x 그대로.
/// x, keep (T, C) -> (T, C). mode는 given::Mode::training 또는 given::Mode::evaluation입니다.
Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode) {
  // 각 값을 1 − p의 확률로 남긴다면, 여러 마스크에 대한 결과의 평균은 얼마입니까?
  return not_written("dropout");
}

/// 논문의 층(post-norm): h = norm1(x + dropout(attention(x, x))), 그다음 norm2(h + dropout(feed_forward(h))).
/// x (T, C), mask (T, T): 1 = 볼 수 있음 -> (T, C).
Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& weights,
                     const given::Dropout& drop) {
  // 부품은 given::multi_head_attention, given::feed_forward, given::layer_norm입니다. 호출 방법은 문제에 있습니다.
  // 드롭아웃은 하위 층의 결과에 적용합니까, 더한 합에 적용합니까? 정규화는 어디에 둡니까?
  return not_written("encoder_layer");
}
