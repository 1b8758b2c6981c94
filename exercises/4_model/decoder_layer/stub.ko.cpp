#include "exercises/given.hpp"

/// 목표 문장의 위치 T개에 대한 마스크. 열 j가 행 i보다 뒤가 아니면 1, 나머지는 0입니다. (T, T).
Tensor causal_mask(int length) {
  // i번 위치는 그 뒤에 오는 것을 보면 안 됩니다. 자기 자신은 볼 수 있습니까?
  return not_written("causal_mask");
}

/// 논문의 층(post-norm): h = norm1(x + self_attention(x, x)), 인과 마스크 사용. g = norm2(h + cross_attention(h,
/// memory)). norm3(g + feed_forward(g)).
/// x (T, C), 인코더의 출력 memory (S, C), memory_mask (T, S): 1 = 볼 수 있음 -> (T, C).
Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights) {
  // 부품은 given::multi_head_attention, given::feed_forward, given::layer_norm입니다. 호출 방법은 문제에 있습니다.
  // 어느 어텐션에 어느 마스크를 줍니까? 잔차 연결은 각각 무엇을 더합니까?
  return not_written("decoder_layer");
}
