#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// 테이프는 계산을 계산한 순서대로 담습니다. 피연산자는 언제나 결과보다 앞에 있습니다.
//
//   struct Node { char op; int left; int right; double data; double grad; };
//   using Tape = std::vector<Node>;
//
// op            '+'나 '*', 또는 밖에서 넣은 수인 잎 변수이면 'x'(이때 left와 right는 -1)
// left, right   두 피연산자가 테이프의 몇 번째인지. x · x처럼 둘이 같을 수도 있습니다
// data, grad    값, 그리고 테이프의 마지막 노드를 이 노드로 미분한 값
using given::Tape;

/// tape[node] = left + right의 역전파: 노드의 기울기를 두 피연산자에게 넘깁니다.
void add_backward(Tape& tape, int node) {
  // 1. 덧셈에 도착한 기울기는 무엇입니까? (tape[node].grad)
  // 2. 피연산자가 조금 변하면 합은 얼마나 변합니까?
  // 3. 피연산자가 다른 곳에서 받은 기울기를 이미 가지고 있다면 어떻게 합니까?
  not_written("add_backward");
}

/// tape[node] = left · right의 역전파: 노드의 기울기를 두 피연산자에게 넘깁니다.
void multiply_backward(Tape& tape, int node) {
  // 위와 같은 세 가지 질문입니다. 둘째 질문의 답에는 피연산자의 값(data)이 들어갑니다.
  not_written("multiply_backward");
}

/// 모든 노드의 기울기 d(마지막 노드) / d(노드)를 채웁니다. 앞서 한 번 훑으면서 `grad`에 남은 값이 섞이면 안
/// 됩니다.
void backward(Tape& tape) {
  // 1. 첫 단계 전에 있어야 할 기울기는 무엇이고, 없어져야 할 기울기는 무엇입니까?
  // 2. 노드가 기울기를 넘길 때 그 기울기가 완성되어 있으려면 어떤 순서로 방문해야 합니까?
  not_written("backward");
}
