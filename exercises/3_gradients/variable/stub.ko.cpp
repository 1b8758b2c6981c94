#include <set>

#include "exercises/given.hpp"

// 무엇으로 계산되었는지를 아는 값:
//
//   struct ValueNode {
//     double data;                       값 자체
//     double grad;                       d(출력) / d(이 값), 처음에는 0
//     std::vector<Value> inputs;         이 값을 계산하는 데 쓰인 것. 없으면 리프 노드
//     std::function<void(double)> pull;  노드의 기울기를 받아, 각 입력의 grad에 그 몫을 더함
//   };
//   using Value = std::shared_ptr<ValueNode>;   v->data로 값을 읽습니다. v를 복사해도 같은 노드를 가리킵니다
//
// given::value(3.0)은 리프 노드를, given::value(data, {a, b}, pull)은 a와 b로 계산된 노드를 만듭니다.
using given::Value;

/// a + b.
Value add(const Value& a, const Value& b) {
  // return given::value(…, {a, b}, [a, b](double g) { … });   덧셈은 a와 b에게 각각 무엇을 넘깁니까?
  return not_written("add");
}

/// a · b.
Value multiply(const Value& a, const Value& b) {
  // 같은 방식이며, 값과 몫만 다릅니다.
  return not_written("multiply");
}

/// x의 쌍곡탄젠트(std::tanh). y = tanh(x)이면 dy/dx = 1 − y².
Value tanh_of(const Value& x) {
  // 입력은 하나입니다. `pull`이 새 노드 자신을 붙들게 하지 마십시오. 영원히 스스로를 살려 두게 됩니다.
  return not_written("tanh_of");
}

/// 같은 값이지만, 이것을 지나 x로 가는 기울기는 없습니다.
Value detach(const Value& x) {
  // 노드의 네 멤버 가운데 기울기를 계속 흐르게 하는 것은 무엇입니까?
  return not_written("detach");
}

/// output이 의존하는 모든 노드의 grad를 채웁니다: d(output) / d(노드). 리프 노드는 이미 가진 값에 더하고,
/// 중간 노드는 호출할 때마다 0에서 시작합니다.
void backward(const Value& output) {
  // 1. output은 어떤 노드들에 의존합니까? 그중 무엇이 0에서 시작합니까?
  // 2. 노드마다 기울기가 완성된 뒤에 `pull`을 호출하려면 어떤 순서여야 합니까?
  not_written("backward");
}

// 이것이 있으면 `a * b + c`가 그래프를 만듭니다.
Value operator+(const Value& a, const Value& b) { return add(a, b); }
Value operator*(const Value& a, const Value& b) { return multiply(a, b); }

/// tanh(Σ weights[i] · inputs[i] + bias). 가중치의 수만큼 입력이 있습니다.
Value neuron(const std::vector<Value>& weights, const std::vector<Value>& inputs, const Value& bias) {
  // 이제 Value를 보통 숫자처럼 더하고 곱할 수 있습니다.
  return not_written("neuron");
}
