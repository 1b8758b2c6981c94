#include "exercises/given.hpp"

// x, delta (T, D): 입력, 그리고 토큰마다의 스텝 크기 Δ. a (D, N), 0보다 작음: 채널의 상태 N개가 각각
// 얼마나 빨리 잊는지. b, c (T, N): 상태에 무엇을 적고 무엇을 읽는지. skip (D).

/// 토큰을 하나씩 처리하는 점화식 -> y (T, D). 한 단계의 연산량과 메모리는 t와 무관합니다.
Tensor selective_scan(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                      const Tensor& skip) {
  // 0에서 시작하는 상태 h (D, N)이 있습니다. 토큰이 오면 상태는 어떻게 되고, 그다음 무엇을 읽습니까?
  return not_written("selective_scan");
}

/// 같은 y를 상태 없이, 앞선 모든 토큰에 대한 합 하나로 구합니다. 어텐션이라면 이렇게 계산할 것입니다.
Tensor unrolled(const Tensor& x, const Tensor& delta, const Tensor& a, const Tensor& b, const Tensor& c,
                const Tensor& skip) {
  // t − 1단계의 h를 t단계의 식에 대입하고, 계속 대입해 가십시오. 마지막에 토큰 s에는 어떤 계수가 곱해집니까?
  return not_written("unrolled");
}
