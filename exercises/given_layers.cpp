#include "exercises/given.hpp"

#include "lib/core/error.hpp"

namespace heed::learn::given {

Tensor linear(const Tensor& x, const Linear& weights) { return linear(x, weights.weight, weights.bias); }

Tensor layer_norm(const Tensor& x, const Norm& weights, double eps) {
  return layer_norm(x, weights.weight, weights.bias, eps);
}

Tensor feed_forward(const Tensor& x, const Linear& first, const Linear& second) {
  return linear(relu(linear(x, first)), second);
}

Tensor multi_head_attention(const Tensor& query, const Tensor& memory, const AttentionWeights& weights,
                            const Tensor& mask) {
  const int heads = weights.heads, rows = query.dim(0), columns = memory.dim(0);
  if (mask.shape() != std::vector<int>{rows, columns})
    throw_error<ShapeError>("multi_head_attention: a mask {} does not go with {} queries and {} keys",
                            shape_text(mask.shape()), rows, columns);
  Tensor mask_of_heads({heads, rows, columns});
  for (int i = 0; i < mask_of_heads.size(); ++i) mask_of_heads.flat(i) = mask.flat(i % mask.size());
  const Tensor result = attention(split_heads(linear(query, weights.query), heads),
                                  split_heads(linear(memory, weights.key), heads),
                                  split_heads(linear(memory, weights.value), heads), mask_of_heads);
  return linear(merge_heads(result), weights.output);
}

}  // namespace heed::learn::given
