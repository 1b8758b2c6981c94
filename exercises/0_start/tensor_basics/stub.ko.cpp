#include "exercises/given.hpp"

/// 0, 1, 2, …를 행 순서로 채운 (rows, columns) 텐서. 행 i, 열 j의 원소는 i · columns + j입니다.
Tensor counted(int rows, int columns) {
  // Tensor result({rows, columns});는 0으로 채운 텐서를 만듭니다. result(i, j) = …;는 원소 하나를 씁니다.
  return not_written("counted");
}

/// 각 행의 합: x (R, C) -> (R).
Tensor row_sums(const Tensor& x) {
  // x.dim(0)은 행의 수, x.dim(1)은 열의 수입니다. 결과의 축은 하나입니다: Tensor result({…});
  return not_written("row_sums");
}

/// 행과 열을 바꿉니다: x (R, C) -> (C, R).
Tensor transposed(const Tensor& x) {
  // 반복문 두 개로 쓰십시오. 이미 있는 transpose는 여기서 쓸 수 없습니다.
  return not_written("transposed");
}

/// 배치에서 행렬 하나를 꺼냅니다: x (B, T, C) -> x[b], (T, C).
Tensor one_of_batch(const Tensor& x, int b) {
  // 축이 셋입니다: x(b, t, c).
  return not_written("one_of_batch");
}

/// x 자체의 모든 원소에 `amount`를 더합니다. 호출한 쪽의 텐서가 바뀝니다. 돌려주는 것은 없습니다.
void add_to(Tensor& x, double amount) {
  // `Tensor&`는 참조입니다. x는 사본이 아니라 호출한 쪽 텐서의 다른 이름입니다. x.flat(i)는 모양과 상관없이
  // i번째 원소이며, 모두 x.size()개입니다.
  not_written("add_to");
}

/// 모든 원소에 f를 적용한, x와 모양이 같은 텐서. x는 그대로 둡니다.
Tensor apply(const Tensor& x, const std::function<double(double)>& f) {
  // std::function은 호출할 수 있는 것이면 무엇이든 담습니다. f(2.0)은 숫자를 돌려줍니다.
  return not_written("apply");
}

/// `factor`를 곱하는 함수: multiply_by(3.0)(2.0)은 6입니다.
std::function<double(double)> multiply_by(double factor) {
  // 람다는 이름 없는 함수입니다: [factor](double v) { return …; }. [ ] 안에 쓴 것은 사본이 람다에 남아 나중에
  // 호출될 때에도 쓸 수 있습니다.
  return not_written("multiply_by");
}
