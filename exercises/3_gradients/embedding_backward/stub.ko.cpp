#include "exercises/given.hpp"

/// ids가 가리키는 표의 행들: table (V, C), ids (T) -> (T, C).
Tensor embedding(const Tensor& table, const std::vector<int>& ids) {
  // ids[t]는 행 번호이며 모두 ids.size()개입니다.
  return not_written("embedding");
}

/// 표의 기울기. grad (T, C)는 embedding(table, ids)의 기울기입니다 -> (words, C). 어떤 id도 가리키지 않는 행은
/// 0이고, id `padding`의 행도 0입니다(−1이면 패딩이 없습니다).
Tensor embedding_backward(int words, const std::vector<int>& ids, const Tensor& grad, int padding) {
  // 1. grad(t, …)은 표의 어느 행의 것입니까?
  // 2. 한 단어가 두 번 나오면 어떻게 됩니까?
  // 3. 일의 양: 단어 수와 상관없이 덧셈 T · C번.
  return not_written("embedding_backward");
}

/// 두 번 쓰이는(weight tying) 표의 기울기 -> (V, C). embedding(table, ids)의 기울기는 grad_embedded (T, C),
/// hidden (T, C)에 대한 로짓 hidden · tableᵀ의 기울기는 grad_logits (T, V)입니다.
Tensor tied_backward(const std::vector<int>& ids, const Tensor& grad_embedded, const Tensor& hidden,
                     const Tensor& grad_logits) {
  // 두 번 쓰였으니 같은 표의 기울기도 둘입니다. 여기에는 패딩이 없습니다. matmul과 transpose가 도움이 됩니다.
  return not_written("tied_backward");
}
