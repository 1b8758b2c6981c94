#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 점수를 블록 단위로 보는 소프트맥스의 한 단계(Milakov and Gimelshein 2018; flash attention). state (2 +
/// dv)는 지금까지 읽은 키의 요약, 곧 가장 큰 점수 m, exp(점수 − m)의 합 l, 그리고 exp(점수 − m) ·
/// value의 합 dv개입니다. 첫 키 전에는 (−∞, 0, 0, …)입니다. 다음 키 n개의 scores (n)과 values (n, dv) -> 새
/// state. 점수 −∞는 보면 안 되는 키입니다. 블록 하나, 또는 이어진 여러 블록이 그런 키로만 되어 있을 수도
/// 있습니다.
Tensor absorb(const Tensor& state, const Tensor& scores, const Tensor& values) {
  // 1. 새 최댓값.
  // 2. 이전 최댓값으로 더해 둔 것에는 어떤 값을 곱해야 합니까?
  // 3. 새 키들을 더합니다.
  return not_written("absorb");
}

/// 마지막에 어텐션이 주는 것: value의 합을 l로 나눈 것. 볼 키가 없었으면 0입니다.
/// state (2 + dv) -> (dv).
Tensor finish(const Tensor& state) {
  // 가중치의 합은 state의 어느 값입니까? 키를 하나도 보지 못했다면 그 값은 얼마입니까?
  return not_written("finish");
}

/// softmax(q kᵀ / √d) v를 키 `block`개씩(마지막은 더 짧을 수 있음) 나누어 계산합니다. 플래시 어텐션의
/// 방식입니다. 결과와 블록 몇 개만 저장하고, 키의 개수에 따라 늘어나는 것은 두지 않습니다. 점수 한 행도,
/// k나 v의 사본도 안 됩니다. q (Tq, d), k (Tk, d), v (Tk, dv) -> (Tq, dv).
Tensor blockwise_attention(const Tensor& q, const Tensor& k, const Tensor& v, int block) {
  // 여러분의 absorb와 finish를 써도 됩니다.
  return not_written("blockwise_attention");
}
