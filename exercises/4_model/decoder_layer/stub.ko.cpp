#include "exercises/given.hpp"

/// 논문의 층(post-norm): h = norm1(x + self_attention(x, x)), 인과 마스크 사용. g = norm2(h +
/// cross_attention(h, memory)). norm3(g + feed_forward(g)). x (T, C), 인코더의 출력 memory (S, C),
/// memory_mask (T, S): 1 = 볼 수 있음 -> (T, C).
Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights) {
  // 부품은 given::multi_head_attention, given::feed_forward, given::layer_norm입니다. 호출 방법은 문제에
  // 있습니다. 어느 어텐션에 어느 마스크를 줍니까? 잔차 연결은 각각 무엇을 더합니까?
  return not_written("decoder_layer");
}
