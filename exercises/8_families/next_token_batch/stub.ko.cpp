#include "exercises/given.hpp"

/// 모든 문서를 하나로 이은 긴 토큰 열. 문서마다 뒤에 eos가 옵니다: {{5, 6}, {7}} -> 5 6 eos 7 eos.
std::vector<int> pack(const std::vector<std::vector<int>>& documents, int eos) {
  // 문서 사이에만 둡니까, 마지막 문서 뒤에도 둡니까?
  return not_written("pack");
}

/// 한 에폭의 행들이 시작하는 곳: 0, length, 2 · length, …. 행과 그 정답이 토큰 tokens개짜리 열에 들어가는 동안 계속합니다.
std::vector<int> row_starts(int tokens, int length) {
  // 입력이 length개인 행은 마지막 정답까지 토큰이 몇 개 필요합니까?
  return not_written("row_starts");
}

/// 거기서 시작하는 행들의 배치: inputs[r]은 토큰 열의 토큰 `length`개, targets[r]은 그 하나하나 다음에 오는 토큰입니다.
given::NextTokenBatch next_token_batch(const std::vector<int>& stream, const std::vector<int>& starts,
                                       int length) {
  // 모델이 inputs[r][0]을 읽었을 때 예측해야 하는 것은 무엇입니까?
  return not_written("next_token_batch");
}

/// e를 한 행의 평균 교차 엔트로피만큼 거듭제곱한 값: logits (T, V), targets (T). 1이면 언제나 확신하고 맞히며, V면 찍는 것과 같습니다.
double perplexity(const Tensor& logits, const std::vector<int>& targets) {
  // given::log_softmax(logits)는 (T, V)입니다.
  return not_written("perplexity");
}
