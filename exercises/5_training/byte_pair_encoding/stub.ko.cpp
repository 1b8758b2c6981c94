#include "exercises/learn.hpp"

/// 단어는 조각 번호의 목록이고, 글자도 조각입니다. 모든 단어를 통틀어 가장 자주 붙어 나오는 이웃 둘. 단어 w는
/// counts[w]번 나옵니다. 여럿이면 가장 작은 쌍(std::pair의 <), 조각이 둘 이상인 단어가 없으면 {-1, -1}.
std::pair<int, int> most_frequent_pair(const std::vector<std::vector<int>>& words,
                                       const std::vector<int>& counts) {
  // std::map<std::pair<int, int>, int>로 쌍을 셀 수 있습니다. 반복문은 작은 쌍부터 차례로 지나갑니다.
  return not_written("most_frequent_pair");
}

/// 그런 쌍을 왼쪽에서부터 모두 `piece`로 바꾼 단어. {7, 7}이면 7 7 7은 piece 7이 됩니다.
std::vector<int> join_pair(const std::vector<int>& word, const std::pair<int, int>& pair, int piece) {
  return not_written("join_pair");
}

/// 바이트 쌍 인코딩(Sennrich et al. 2016): `merges`번, 또는 쌍이 없을 때까지, 가장 자주 나오는 쌍이 모든 단어에서
/// 한 조각이 됩니다. i번째 결합의 조각 번호는 first_piece + i. -> 쌍을 순서대로.
std::vector<std::pair<int, int>> learn_merges(std::vector<std::vector<int>> words,
                                              const std::vector<int>& counts, int merges, int first_piece) {
  return not_written("learn_merges");
}

/// 글자로 주어진 단어를 결합대로 나눕니다. 결합마다 배운 순서대로 자기 쌍을 합칩니다.
std::vector<int> cut_word(const std::vector<int>& letters, const std::vector<std::pair<int, int>>& merges,
                          int first_piece) {
  return not_written("cut_word");
}
