#include "exercises/given.hpp"
#include "exercises/learn.hpp"

// 테이프는 계산을 계산한 순서대로 담습니다. 피연산자는 언제나 결과보다 앞에 있습니다.
//
//   struct Node { char op; int left; int right; double data; double grad; };
//   using Tape = std::vector<Node>;
//
// op            '+'나 '*', 입력값인 리프 노드이면 'x'(이때 left와 right는 -1)
// left, right   두 피연산자의 테이프 안 인덱스. x · x처럼 둘이 같을 수도 있습니다
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

/// 모든 노드의 기울기 d(마지막 노드) / d(노드)를 채웁니다. 앞선 역전파가 `grad`에 남긴 값이 섞이면 안
/// 됩니다.
void backward(Tape& tape) {
  // 1. 시작하기 전에 어떤 기울기를 넣어야 하고, 어떤 기울기를 지워야 합니까?
  // 2. 완성된 기울기만 넘기려면 노드를 어떤 순서로 방문해야 합니까?
  not_written("backward");
}
