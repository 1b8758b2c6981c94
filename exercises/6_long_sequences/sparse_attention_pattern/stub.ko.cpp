#include "exercises/learn.hpp"

/// 마스크(Beltagy et al. 2020): 쿼리 i가 키 j를 볼 수 있으면 1, 아니면 0인 (T, T). 위치는
/// 자기 자신과 *양쪽* 각각 `window`개의 이웃을 봅니다. 전역 위치(번호가 `global`에 한 번씩 들어 있음)는 모든
/// 위치를 보고, 모든 위치가 전역 위치를 봅니다.
Tensor sparse_attention_pattern(int length, int window, const std::vector<int>& global) {
  // 1. 먼저 창: i − j에 대한 조건입니다.
  // 2. 그다음 전역 위치마다 행 하나와 열 하나입니다.
  return not_written("sparse_attention_pattern");
}

/// 그 패턴 위의 어텐션: 허용된 키에 대한 q_i · k_j / √d의 소프트맥스를 그 value에 곱해 더합니다. q와 k (T,
/// d), v (T, dv) -> (T, dv). 전역 위치가 없으면 비용은 O(T · window)입니다. 허용되지 않은 쌍은
/// 계산하지도, (T, T) 표나 모든 키를 도는 반복문으로 들여다보지도 않습니다.
Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v, int window,
                        const std::vector<int>& global) {
  // 1. 쿼리 i의 키는 어느 것입니까? 모두 보지 않고, 어디서부터 어디까지인지 어떻게 압니까?
  // 2. 그다음 전역 키: 두 번 세지 마십시오. i 자신이 전역입니까?
  return not_written("sparse_attention");
}
