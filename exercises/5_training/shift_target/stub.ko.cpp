#include "exercises/given.hpp"

/// 단어 번호로 된 문장 B개. 길이가 모두 같도록 짧은 문장은 ids.pad로 채워져 있습니다.
using Rows = std::vector<std::vector<int>>;

/// <bos>와 <eos>가 없는 목표 w1 … wn <pad> … (B, L)에서, 디코더의 입력과, 위치마다 디코더가 예측해야 할
/// 라벨을 만듭니다. 둘 다 (B, L + 1)이고 첫째는 <bos> w1 … wn <pad> …, 둘째는 w1 … wn <eos> <pad> …입니다.
std::pair<Rows, Rows> shift_target(const Rows& target, const given::SpecialIds& ids) {
  // 위치마다: 디코더가 방금 읽은 단어는 무엇이고, 다음에 올 단어는 무엇입니까?
  return not_written("shift_target");
}

/// teacher forcing의 손실: 패딩이 아닌 모든 라벨에 대한 −log p(라벨)의 평균.
/// log_probabilities (B, T, V), labels (B, T).
double sequence_loss(const Tensor& log_probabilities, const Rows& labels, const given::SpecialIds& ids) {
  // 배치 전체에 합 하나, 그 라벨들의 개수 하나, 나눗셈 한 번입니다.
  return not_written("sequence_loss");
}
