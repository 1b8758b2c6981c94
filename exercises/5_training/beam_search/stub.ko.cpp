#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
/// 모델: 앞부분(각각 <bos> w1 w2 …)을 몇 개든 받아 다음 토큰의 로그 확률을 줍니다. 앞부분마다 한 행: (행 수,
/// V).
using NextLogProbabilities = std::function<Tensor(const Rows&)>;

/// 점수를 나누는 값(Wu et al. 2016): ((5 + length) / 6)^alpha.
double length_penalty(int length, double alpha) {
  // std::pow(x, alpha)는 x의 alpha제곱입니다. C++에서 7 / 6은 1이고 7.0 / 6은 1.1667입니다.
  return not_written("length_penalty");
}

/// 너비가 options.beam인 빔이 찾은 번역 가운데 점수가 높은 options.n_best개를 좋은 순서로.
///  1. 열린 가설은 하나입니다. 토큰은 없고 로그 확률은 0입니다.
///  2. options.max_length번, 또는 열린 가설이 없을 때까지: 모든 열린 가설에 모든 토큰을 이은 것 가운데 가장
///     확률이 높은 options.beam개를 남깁니다. <eos>로 이은 것은 완성이고 나머지는 다음 단계의 열린
///     가설입니다.
///  3. 끝까지 열려 있는 것도 완성된 것으로 칩니다.
///  4. score = log_probability / length_penalty(토큰 수, options.alpha). <bos>와 <eos>는 세지 않습니다.
std::vector<given::Hypothesis> beam_search(const NextLogProbabilities& next,
                                           const given::SearchOptions& options) {
  // 열린 가설과 완성된 가설을 각각 목록에 두십시오. given::Hypothesis에는 tokens, log_probability, score가
  // 있습니다. next()에는 <bos> 다음에 토큰을 붙여 줍니다.
  return not_written("beam_search");
}
