// Tensor and Array. In a file of its own: a program that uses no Variable then needs neither the array
// library nor BLAS.
#include "exercises/learn.hpp"

namespace heed::learn {

Tensor to_tensor(const Array& array) {
  std::vector<int> shape;
  for (int axis = 0; axis < array.rank(); ++axis) shape.push_back(static_cast<int>(array.dim(axis)));
  return Tensor::of(std::move(shape), {array.values().begin(), array.values().end()});
}

Array to_array(const Tensor& tensor) {
  const std::vector<std::int64_t> dims(tensor.shape().begin(), tensor.shape().end());
  const std::vector<Scalar> values(tensor.values().begin(), tensor.values().end());
  return Array(Shape(dims), values);
}

}  // namespace heed::learn
