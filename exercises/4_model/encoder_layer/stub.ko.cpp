#include "exercises/given.hpp"

/// 학습할 때: keep이 1이면 x / (1 − p), 0이면 0. 평가할 때: x 그대로.
/// x, keep (T, C) -> (T, C). mode는 given::Mode::training 또는 given::Mode::evaluation입니다.
Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode) {
  // 각 수를 1 − p의 확률로 남긴다면, 여러 마스크에 대한 결과의 평균은 얼마입니까?
  return not_written("dropout");
}

/// 논문의 층(post-norm): h = norm1(x + dropout(attention(x, x))), 그다음 norm2(h + dropout(feed_forward(h))).
/// x (T, C), mask (T, T): 1 = 볼 수 있음 -> (T, C).
Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& weights,
                     const given::Dropout& drop) {
  // given::multi_head_attention(query, memory, weights.attention, mask)
  // given::feed_forward(x, weights.linear1, weights.linear2)
  // given::layer_norm(x, weights.norm1)
  // dropout(…, drop.keep_attention, drop.p, drop.mode), 둘째 하위 층에는 drop.keep_feed_forward
  return not_written("encoder_layer");
}
