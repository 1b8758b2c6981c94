#include "exercises/given.hpp"

/// softmax(logits / t): logits (V), t > 0 -> 확률 (V).
Tensor with_temperature(const Tensor& logits, double t) {
  // 차이를 더 크게 만드는 것은 0.5로 나누기입니까, 2로 나누기입니까?
  return not_written("with_temperature");
}

/// 가장 확률이 높은 토큰 k개만 남깁니다(같으면 작은 id): p (V) -> (V). 나머지는 0, 합은 다시 1입니다.
Tensor top_k(const Tensor& p, int k) {
  // id를 확률 순서로 늘어놓으면(std::stable_sort와 람다) 여기에도 top_p에도 쓸 수 있습니다.
  return not_written("top_k");
}

/// 확률이 높은 것부터 더해 합이 `enough` 이상이 되는 가장 적은 수의 토큰만 남깁니다: p (V) -> (V).
/// 나머지는 0, 합은 다시 1입니다.
Tensor top_p(const Tensor& p, double enough) {
  // 합이 `enough`에 이르게 하는 토큰도 남습니까?
  return not_written("top_p");
}

/// [0, 1)의 값 u가 뽑는 토큰: 누적합 p(0) + p(1) + …이 처음으로 u보다 커지는 토큰입니다. 반올림
/// 때문에 어느 합도 u보다 커지지 않으면 맨 끝 토큰입니다.
int draw(const Tensor& p, double u) {
  // 토큰마다 확률만큼의 길이를 차지한다고 생각하고 0에서 1까지의 선분에 늘어놓으십시오. u는 어디에 떨어집니까?
  return not_written("draw");
}

/// 토큰 하나: 먼저 temperature, 다음 top_k(0이면 모두), 그다음 top_k가 남긴 것에 top_p를 적용하고 u로 뽑습니다.
/// 온도가 0이면 가장 확률이 높은 토큰입니다(같으면 가장 작은 id).
int next_token(const Tensor& logits, const given::SamplingOptions& options, double u) {
  // options.temperature, options.top_k, options.top_p. 위의 네 함수가 일을 합니다.
  return not_written("next_token");
}
