#include "exercises/given.hpp"

/// 어텐션이나 FFN: (T, C) -> (T, C).
using Sublayer = std::function<Tensor(const Tensor&)>;

/// 논문의 순서: norm(x + sublayer(x)). x (T, C) -> (T, C).
Tensor post_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  // given::layer_norm(x, norm)은 x의 각 행을 정규화합니다.
  return not_written("post_norm");
}

/// 정규화가 먼저: x + sublayer(norm(x)). x (T, C) -> (T, C).
Tensor pre_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  return not_written("pre_norm");
}

/// pre-norm 하위 층 여럿을 차례로 잇습니다. norms[i]는 sublayers[i]의 것입니다. 가는 동안 x에는 더해지기만
/// 하므로, 정규화 하나 `last`가 끝을 닫습니다. x (T, C) -> (T, C).
Tensor pre_norm_stack(const Tensor& x, const std::vector<Sublayer>& sublayers,
                      const std::vector<given::Norm>& norms, const given::Norm& last) {
  return not_written("pre_norm_stack");
}
