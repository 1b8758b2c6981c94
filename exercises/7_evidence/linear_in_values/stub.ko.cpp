#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// 텐서 하나를 받는 함수면 무엇이든 됩니다.
using Map = std::function<Tensor(const Tensor&)>;

/// 무엇이든 계산하기 전에 하는 예측: 문제의 질문 `which`(1 … 5)에 대한 답 1, 2, 3.
int prediction(int which) {
  return not_written("prediction");
}

/// f가 이 점에서 선형에서 얼마나 벗어나는지: |f(a v + b w) − a f(v) − b f(w)|의 가장 큰 값. 선형인 f이면
/// v, w, a, b가 무엇이든 (반올림을 빼면) 0입니다. v와 w의 모양은 같습니다.
double deviation_from_linear(const Map& f, const Tensor& v, const Tensor& w, double a, double b) {
  return not_written("deviation_from_linear");
}

/// FFN을 끈 인코더 층(논문처럼 정규화가 뒤에 옵니다): FFN은 0을 내고 나머지는 그대로입니다.
/// x (T, C), 모든 토큰이 모든 토큰을 봅니다 -> (T, C).
Tensor without_feed_forward(const Tensor& x, const given::EncoderWeights& weights) {
  // 온전한 층: h = norm1(x + attention(x)), y = norm2(h + feed_forward(h)).
  return not_written("without_feed_forward");
}
