#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 디코더의 마스크: i번 위치는 자기까지의 위치 j ≤ i를 봅니다.
/// -> (length, length): 쿼리 i(행)가 키 j(열)를 볼 수 있으면 1, 없으면 0.
Tensor causal_mask(int length) {
  return not_written("causal_mask");
}

/// 쿼리가 마지막 위치들일 때의 같은 마스크: KV 캐시가 있으면 위치 `keys`개의 키를 알고 있고, 쿼리는 그중
/// 마지막 `queries`개뿐입니다. 쿼리 i의 위치는 i + keys − queries이고 거기까지의 키를 봅니다.
/// queries ≤ keys -> (queries, keys).
Tensor causal_mask_of_last(int queries, int keys) {
  return not_written("causal_mask_of_last");
}

/// 이미 스케일링한 `scores`로 구하는 디코더의 어텐션 가중치: 미래를 가린 다음 소프트맥스를 적용합니다.
/// scores (T, T) -> weights (T, T): 대각선 위는 0, 행마다 합이 1입니다.
Tensor causal_weights(const Tensor& scores) {
  return not_written("causal_weights");
}
