#include "exercises/given.hpp"

// struct MaskedText { std::vector<int> tokens, places, words; };
//   tokens   모델이 보는 글
//   places   고른 위치들, 앞에서부터
//   words    그 위치의 원래 단어

/// 모델이 예측할 단어를 고릅니다. ids (T). choose와 what (T): [0, 1)의 난수. any_word (T): 위치마다의 무작위 단어. mask: 단어를
/// 가리는 id. first_word보다 작은 id는 단어가 아닙니다(<pad>, <bos> …).
given::MaskedText mask_tokens(const std::vector<int>& ids, const Tensor& choose, const Tensor& what,
                              const std::vector<int>& any_word, int mask, int first_word) {
  // choose(t) < 0.15이면 그 단어를 고릅니다. 고른 것 가운데 what(t) < 0.8이면, < 0.9이면, 둘 다 아니면 어떻게 합니까?
  return not_written("mask_tokens");
}

/// 고른 단어들의 평균 교차 엔트로피: 모든 위치의 logits (T, V) -> −Σ log p(places[i], words[i]) / 개수. 고른 것이 없으면
/// 0입니다.
double masked_loss(const Tensor& logits, const given::MaskedText& text) {
  // given::log_softmax(logits)는 (T, V)입니다. 어느 행을 씁니까?
  return not_written("masked_loss");
}
