#include "exercises/learn.hpp"

using Rows = std::vector<std::vector<int>>;

/// 쌍: 번역의 n-gram 가운데 참조 번역에도 있는 것의 개수(참조 번역에 나온 횟수까지만 셉니다, clipping)와,
/// 번역의 n-gram 개수(n보다 짧으면 0)입니다.
std::pair<int, int> ngram_matches(const std::vector<int>& hypothesis, const std::vector<int>& reference,
                                  int n) {
  // std::map<std::vector<int>, int>로 n-gram을 셉니다: ++counts[std::vector<int>(first, first + n)].
  return not_written("ngram_matches");
}

/// 번역이 참조 번역만큼 길면 1, 아니면 exp(1 − reference / hypothesis).
double brevity_penalty(int hypothesis_length, int reference_length) {
  return not_written("brevity_penalty");
}

/// 말뭉치의 BLEU, 0 … 100: n = 1 … 4마다 모든 문장의 일치와 총수를 더하고, 100 · brevity_penalty(전체 길이) ·
/// (p₁ p₂ p₃ p₄)^(1/4), p_n = 일치 / 총수. 일치가 없는 n이 있으면 0. 번역 i의 짝은 참조 번역 i입니다.
double bleu(const Rows& hypotheses, const Rows& references) {
  // 먼저 말뭉치 전체에서 더하고, 그다음 n마다 한 번 나누십시오. 곱의 네제곱근은 로그의 평균에 exp를 취한
  // 값입니다.
  return not_written("bleu");
}
