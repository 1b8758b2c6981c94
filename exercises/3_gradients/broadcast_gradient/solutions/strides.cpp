// Strides of the input, 0 where it was stretched: a counter over the indices of grad moves both places.
#include "exercises/learn.hpp"

Tensor sum_to_shape(const Tensor& grad, const std::vector<int>& shape) {
  const int rank = grad.rank(), shift = rank - static_cast<int>(shape.size());
  std::vector<int> stride(rank, 0), index(rank, 0);
  int step = 1;
  for (int axis = rank - 1; axis >= shift; --axis) {
    stride[axis] = shape[axis - shift] == 1 ? 0 : step;
    step *= shape[axis - shift];
  }
  Tensor result(shape);
  for (int i = 0; i < grad.size(); ++i) {
    const int place = std::inner_product(index.begin(), index.end(), stride.begin(), 0);
    result.flat(place) += grad.flat(i);
    for (int axis = rank - 1; axis >= 0; --axis) {
      if (++index[axis] < grad.dim(axis)) break;
      index[axis] = 0;
    }
  }
  return result;
}
