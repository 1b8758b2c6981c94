#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// −1과 1 사이의 난수처럼 보이는 값. `start`가 다르면 다른 값이 됩니다.
Tensor numbers(const std::vector<int>& shape, double start) {
  Tensor result(shape);
  for (int n = 0; n < result.size(); ++n) result.flat(n) = std::sin(start + 1.7 * n + 0.3 * n * n);
  return result;
}

/// 누군가의 multi_head_attention을 테스트할 케이스마다 test(x, mask, in_proj_weight, in_proj_bias,
/// out_proj_weight, out_proj_bias, heads)를 한 번 부릅니다. 모양은 같은 이름의 문제와 같습니다.
/// x (B, T, D), mask (B, T): 1 = 토큰이고 문장마다 토큰이 있습니다. 가중치 (3D, D)와 (D, D), 편향 (3D)와 (D).
void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test) {
  // 케이스의 예: test(numbers({1, 1, 2}, 1), Tensor::full({1, 1}, 1), numbers({6, 2}, 2), Tensor({6}),
  // numbers({2, 2}, 3), Tensor({2}), 1);
  not_written("attention_cases");
}

/// cross_entropy의 케이스마다 test(logits, targets, label_smoothing, ignore_index)를 부릅니다. logits (N, C),
/// 목표 N개. 목표가 ignore_index인 행은 세지 않으며, 적어도 한 행은 셉니다.
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test) {
  // test(numbers({1, 2}, 1), {0}, 0, -100);
  not_written("cross_entropy_cases");
}
