#include "exercises/given.hpp"

/// Adam 한 스텝. 첫 스텝에서 t = 1이고
/// m ← β₁ m + (1 − β₁) g;  v ← β₂ v + (1 − β₂) g²;  m̂ = m / (1 − β₁ᵗ);  v̂ = v / (1 − β₂ᵗ);
/// parameter ← parameter − learning_rate · m̂ / (√v̂ + eps).
/// `parameter`와 `state`를 바꿉니다(mean은 m, square는 v로, 둘 다 모양이 parameter와 같고 처음에는 0입니다.
/// steps는 이번 스텝 전까지의 스텝 수입니다).
void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& options) {
  // 1. 스텝을 셉니다   2. 두 이동 평균   3. 0에서 시작한 것을 보정   4. parameter를 옮깁니다
  not_written("adam_step");
}

/// 학습 루프. `steps`번 반복합니다: backward(parameter)는 자동 미분처럼 parameter.value에서의 기울기를
/// parameter.gradient에 *더하고*, 그 기울기로 Adam 한 스텝을 갑니다. 기울기는 처음에 0입니다.
void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options) {
  // 두 번째 반복에서 backward가 시작될 때 parameter.gradient에는 무엇이 들어 있습니까?
  not_written("train");
}

/// 논문의 학습률: factor · d_model^(−1/2) · min(step^(−1/2), step · warmup^(−3/2)).
/// 첫 스텝의 번호는 1입니다.
double learning_rate(int step, int d_model, int warmup, double factor) {
  // std::pow(x, -0.5)는 1 / √x입니다. min()의 두 항 가운데 하나는 step이 커지면 오르고 다른 하나는
  // 내려갑니다.
  return not_written("learning_rate");
}
