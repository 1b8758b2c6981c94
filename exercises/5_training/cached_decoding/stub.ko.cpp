#include "exercises/given.hpp"

// struct KeyValueCache { Tensor keys, values; };   각각 (S, C): 지금까지 나온 토큰 S개의 것. 처음에는 (0, C)

/// KV 캐시에 있는 토큰들 다음에 오는 새 토큰 N개 x (N, C)의 인과 멀티 헤드 셀프 어텐션 -> (N, C). 새 토큰의
/// 키와 value는 캐시의 맨 뒤에 붙입니다.
Tensor attend_cached(const Tensor& x, const given::AttentionWeights& weights, given::KeyValueCache& cache) {
  // 1. 새 토큰의 쿼리, 키, value: given::linear(x, weights.query) …
  // 2. 새 토큰은 무엇을 봅니까? 그중 첫째가 아직 볼 수 없는 것은 무엇입니까?
  // 3. 헤드: given::split_heads, given::merge_heads. 끝에는 weights.output.
  return not_written("attend_cached");
}

/// 계속 나아갈 캐시들: result[b]는 caches[rows[b]]입니다. (빔 탐색에서는 한 가설에서 둘이 나오기도 하고
/// 사라지기도 합니다.)
std::vector<given::KeyValueCache> select(const std::vector<given::KeyValueCache>& caches,
                                         const std::vector<int>& rows) {
  // 결과의 수는 rows의 수와 같습니다. 한 캐시가 두 번 필요할 수도 있습니다.
  return not_written("select");
}

/// 모델: 새 토큰 하나와 그 위치(<bos>가 0) -> 그다음 토큰의 로짓 (V).
/// 앞서 받은 것은 모델이 자기 캐시에 기억합니다.
using NextLogits = std::function<Tensor(int token, int position)>;

/// 그런 모델로 하는 한 문장의 그리디 디코딩: <bos>와 <eos>를 뺀 토큰, 최대 options.max_length개. 로짓이 같으면
/// 작은 id가 이깁니다. 모델에는 <eos>까지 토큰마다 한 번만 묻습니다.
std::vector<int> generate(const NextLogits& next_logits, const given::SearchOptions& options) {
  // 첫 질문은 무엇입니까? 그다음 질문마다 새로운 것은 무엇 하나뿐입니까?
  return not_written("generate");
}
