#include "exercises/given.hpp"

// struct LstmWeights { Tensor input, hidden, bias; };   (4H, C), (4H, H), (4H): 처음 H행이 i의 것이고, f, g,
//                                                       o의 것이 차례로 이어집니다
// struct LstmState { Tensor hidden, cell; };            각각 (H)

/// 한 단계: x (C)와 이전 상태 -> 다음 상태.
given::LstmState lstm_cell(const Tensor& x, const given::LstmState& before,
                           const given::LstmWeights& weights) {
  // 1. a = input · x + hidden · h + bias는 값 4H개입니다. 어느 것이 게이트 i의 것이고 어느 것이 o의 것입니까?
  // 2. 넷 가운데 시그모이드를 거치는 것은 무엇이고 tanh를 거치는 것은 무엇입니까?
  // 3. 옛 셀은 얼마나 남고, 무엇이 새로 적힙니까?
  return not_written("lstm_cell");
}

/// 0에서 시작해 모든 단계를 지납니다: x (T, C) -> 단계마다의 은닉 상태 (T, H).
Tensor lstm(const Tensor& x, const given::LstmWeights& weights) {
  // H는 weights.hidden의 행 수의 4분의 1입니다. t단계는 무엇에서 시작합니까?
  return not_written("lstm");
}
