#include "exercises/given.hpp"

/// 원문을 보는 위치 `queries`개의 마스크: (queries, S), 1 = 볼 수 있음. 원문이 `pad`인 열은 0입니다.
Tensor padding_mask(const std::vector<int>& source, int queries, int pad) {
  // 모든 행이 같습니다. 원소 하나는 무엇에 따라 정해집니까?
  return not_written("padding_mask");
}

/// 층이 읽는 입력: `table` (단어 수, C)의 행에 √C를 곱하고 사인·코사인 위치 인코딩을 더합니다: (T, C).
Tensor embed(const std::vector<int>& ids, const Tensor& table) {
  // given::sinusoidal_encoding(length, channels). 더하는 두 항 가운데 √C를 곱하는 쪽은 어느 것입니까?
  return not_written("embed");
}

/// 인코더: embed, weights.encoder의 모든 층을 차례로, weights.encoder_norm. (S, C).
Tensor encode(const std::vector<int>& source, const given::TransformerWeights& weights, int pad) {
  // given::encoder_layer(x, mask, layer): 마스크에는 원문의 위치마다 행이 하나씩 있습니다.
  return not_written("encode");
}

/// 디코더: embed, 모두 같은 memory를 읽는 weights.decoder의 층들, weights.decoder_norm.
/// memory (S, C), memory_mask (T, S) -> (T, C). 위치 t는 목표 문장의 토큰 0 … t를 봅니다.
Tensor decode(const std::vector<int>& target, const Tensor& memory, const Tensor& memory_mask,
              const given::TransformerWeights& weights) {
  // given::decoder_layer(x, memory, mask, memory_mask, layer), given::causal_mask(length)
  return not_written("decode");
}

/// 원문과 목표 문장에서, 목표 문장의 위치마다 다음 단어의 로짓을 구합니다: (T, 단어 수).
Tensor transformer(const std::vector<int>& source, const std::vector<int>& target,
                   const given::TransformerWeights& weights, int pad) {
  // 여러분의 encode와 decode, 그다음 weights.output으로 given::linear
  return not_written("transformer");
}
