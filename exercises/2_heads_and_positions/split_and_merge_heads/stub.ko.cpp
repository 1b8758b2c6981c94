#include "exercises/learn.hpp"

/// 모든 위치의 특징을 헤드마다 한 조각씩 똑같이 나눕니다: (B, T, D) -> (B, H, T, D/H).
/// 헤드 h는 모든 위치의 특징 h·D/H … (h+1)·D/H − 1을 받습니다. D는 `heads`로 나누어떨어집니다.
Tensor split_heads(const Tensor& x, int heads) {
  // 0으로 채운 텐서: Tensor out({batch, heads, length, size});   원소: out(b, h, t, c)
  // 1. x의 어느 특징이 헤드 h의 특징 c가 됩니까?
  return not_written("split_heads");
}

/// 되돌리기: 위치마다 헤드들을 다시 나란히 놓습니다: (B, H, T, d) -> (B, T, H·d).
/// merge_heads(split_heads(x, heads))는 x입니다.
Tensor merge_heads(const Tensor& x) {
  // 1. 어느 헤드의 어느 특징이 결과의 특징 c가 됩니까?
  return not_written("merge_heads");
}
