#include "exercises/given.hpp"

/// 토큰 T개로 된 문장 B개: <bos> w1 … wn <eos>이고, 나머지는 패딩 id로 채워져 있습니다.
using Rows = std::vector<std::vector<int>>;

/// torch.nn.utils.clip_grad_norm_과 같습니다. norm은 *모든* 기울기의 제곱을 더한 값의 제곱근이고,
/// max_norm보다 크면 모든 기울기에 max_norm / norm을 곱합니다. 곱하기 전의 norm을 돌려줍니다.
double clip_gradients(std::vector<given::Parameter>& parameters, double max_norm) {
  // for (given::Parameter& p : parameters): p.gradient는 임의 모양의 Tensor이고, *= 뒤에는 숫자
  return not_written("clip_gradients");
}

/// 배치 하나로 학습하는 한 스텝. 스텝을 밟기 전의 손실을 돌려줍니다.
double train_step(given::Training& training, const Rows& batch) {
  // 디코더가 읽는 것은 무엇이고, 답해야 할 것은 무엇입니까? 초기화, 순전파와 역전파, 클리핑, 학습률, 갱신은
  // 어떤 순서로 옵니까?
  return not_written("train_step");
}

/// train_step이 돌려주는 손실이 `bound`보다 작아질 때까지 배치 하나로 학습합니다. 최대 `most`스텝입니다.
/// 마지막 스텝을 포함해 모든 스텝의 손실을 돌려줍니다.
std::vector<double> overfit(given::Training& training, const Rows& batch, double bound, int most) {
  return not_written("overfit");
}
