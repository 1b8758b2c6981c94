#include "exercises/learn.hpp"

/// 브로드캐스트의 역전파: 주어진 모양의 입력이 grad의 모양으로 늘어났고, grad는 늘어난 사본의 기울기입니다.
/// 입력 자신의, 정확히 그 모양인 기울기를 돌려줍니다. 모양은 오른쪽에 맞춥니다. 입력에 없는 축(앞쪽 축)과
/// 입력에서 길이가 1인 축이 늘어난 축입니다. grad (2, 3), shape (3) -> (3);  grad (2, 3), shape (2, 1) -> (2,
/// 1);  grad (4, 2, 3), shape (2, 1) -> (2, 1).
Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
  // 1. grad의 어느 원소들이 입력의 같은 원소에서 나온 사본입니까?
  // 2. 여러 번 쓰인 입력의 기울기는 어떻게 됩니까?
  // 쓸 만한 것: grad.shape(), grad.dim(axis), grad.rank(), grad.flat(i)(행 순서로 i번째 원소),
  // result.reshape({…}).
  return not_written("sum_to_shape");
}
