#include "exercises/learn.hpp"

/// Vaswani et al.의 인코딩: PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = 같은 각의 cos. 위치는 0 …
/// length − 1, `dim`(D)은 짝수: -> (length, D).
Tensor sinusoidal_encoding(int length, int dim) {
  // std::sin, std::cos, std::pow를 쓸 수 있습니다. C++에서 2 / 4는 0이고 2.0 / 4가 0.5입니다.
  // 1. 열 c의 진동수는 무엇입니까?
  // 2. 사인이 놓이는 열과 코사인이 놓이는 열은 어느 것입니까?
  return not_written("sinusoidal_encoding");
}

/// 첫 층에 들어가는 것: 임베딩 · √D + 위치 0 … T − 1의 인코딩.
/// embeddings (B, T, D), encoding (T행 이상, D) -> (B, T, D).
Tensor add_positions(const Tensor& embeddings, const Tensor& encoding) {
  return not_written("add_positions");
}
