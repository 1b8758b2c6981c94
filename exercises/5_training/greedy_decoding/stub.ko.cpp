#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;
/// 모델: 배치의 모든 문장의 앞부분(각각 <bos> w1 w2 …)을 순서대로 받아 다음 토큰의 로짓 (B, V)를 줍니다. 끝난
/// 문장까지 매번 모두 주고, 끝난 문장에 대한 출력은 무시하십시오.
using NextLogits = std::function<Tensor(const Rows&)>;

/// 문장 `batch`개에서 한 단계씩 가장 확률이 높은 토큰을 고릅니다. 문장은 <eos>의 확률이 가장 높을 때, 또는
/// 토큰이 options.max_length개가 되면 끝납니다. 로짓이 같으면 id가 작은 것이 이깁니다.
/// 각 문장의 토큰을 <bos>와 <eos> 없이 돌려줍니다.
Rows greedy_decoding(const NextLogits& next_logits, int batch, const given::SearchOptions& options) {
  // 모든 문장은 {options.bos}로 시작합니다. 단계마다 next_logits에 묻고, 끝나지 않은 문장마다 가장 확률이
  // 높은 토큰을 붙이거나 그 문장을 끝냅니다.
  return not_written("greedy_decoding");
}
