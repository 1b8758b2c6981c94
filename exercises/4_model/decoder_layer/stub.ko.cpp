#include "exercises/given.hpp"

/// 목표 문장의 위치 T개 사이에서 누가 누구를 볼 수 있습니까? 열 j가 행 i보다 뒤가 아니면 1, 나머지는 0. (T,
/// T).
Tensor causal_mask(int length) {
  // i번 위치는 그 뒤에 오는 것을 보면 안 됩니다. 자기 자신은 볼 수 있습니다.
  return not_written("causal_mask");
}

/// 논문의 층(post-norm): h = norm1(x + self_attention(x, x)), 인과적으로. g = norm2(h + cross_attention(h,
/// memory)). norm3(g + feed_forward(g)).
/// x (T, C), 인코더의 출력 memory (S, C), memory_mask (T, S): 1 = 볼 수 있음 -> (T, C).
Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights) {
  // given::multi_head_attention(query, memory, weights.self_attention, mask), 그리고 weights.cross_attention
  // given::feed_forward(x, weights.linear1, weights.linear2)
  // given::layer_norm(x, weights.norm1), 그리고 norm2, norm3
  return not_written("decoder_layer");
}
