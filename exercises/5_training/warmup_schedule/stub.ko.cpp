#include "exercises/learn.hpp"

/// 논문의 학습률: factor · d_model^(−1/2) · min(step^(−1/2), step · warmup^(−3/2)).
/// 첫 스텝의 번호는 1입니다.
double learning_rate(int step, int d_model, int warmup, double factor) {
  // std::pow(x, -0.5)는 1 / √x입니다. min()의 두 항 가운데 하나는 step이 커지면 오르고 다른 하나는
  // 내려갑니다.
  return not_written("learning_rate");
}

/// 스텝 1 … count의 학습률을 순서대로: (count).
Tensor schedule(int count, int d_model, int warmup, double factor) {
  return not_written("schedule");
}

/// 스케줄에서 가장 큰 학습률. `warmup`번째 스텝의 값입니다.
double peak(int d_model, int warmup, double factor) {
  return not_written("peak");
}
