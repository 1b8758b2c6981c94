// With heed's broadcasting ops: masked_fill stretches the axes of length 1 by itself.
#include "exercises/learn.hpp"

using heed::learn::to_array;
using heed::learn::to_tensor;

Tensor padding_mask(const std::vector<int>& lengths, int longest) {
  std::vector<int> ids;
  for (const int length : lengths)
    for (int t = 0; t < longest; ++t) ids.push_back(t < length ? 1 : 0);
  extern Tensor padding_mask_of_ids(const std::vector<int>&, int, int);
  return padding_mask_of_ids(ids, int(lengths.size()), 0);
}

Tensor padding_mask_of_ids(const std::vector<int>& ids, int batch, int pad) {
  const int length = int(ids.size()) / batch;
  Tensor mask = Tensor::full({batch, 1, 1, length}, 1);
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < length; ++t)
      if (ids.at(b * length + t) == pad) mask(b, 0, 0, t) = 0;
  return mask;
}

Tensor padded_weights(const Tensor& scores, const Tensor& mask) {
  const Variable x(to_array(scores));
  const Variable hidden =
      heed::masked_fill(x, to_array(1.0 - mask), -std::numeric_limits<double>::infinity());
  return to_tensor(heed::softmax(hidden).value());
}
