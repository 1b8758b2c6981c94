// Autograd does the work: the forward pass in heed's elementary ops, then backward.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

namespace {
Variable leaf(const Tensor& t) { return Variable::parameter(heed::learn::to_array(t)); }
Variable constant(const Tensor& t) { return Variable(heed::learn::to_array(t)); }
Tensor gradient(const Variable& v) { return heed::learn::to_tensor(v.grad()); }
}  // namespace

Tensor grad_value(const Tensor& weights, const Tensor& upstream) {
  const Variable value = leaf(Tensor({weights.dim(1), upstream.dim(1)}));
  heed::matmul(constant(weights), value).backward({.gradient = heed::learn::to_array(upstream)});
  return gradient(value);
}

Tensor grad_scores(const Tensor& weights, const Tensor& value, const Tensor& upstream) {
  Tensor logarithms = weights;  // softmax(log p) = p
  for (int n = 0; n < weights.size(); ++n) logarithms.flat(n) = std::log(weights.flat(n));
  const Variable scores = leaf(logarithms);
  heed::matmul(heed::softmax(scores), constant(value))
      .backward({.gradient = heed::learn::to_array(upstream)});
  return gradient(scores);
}

given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  const Variable q = leaf(query), k = leaf(key), v = leaf(value);
  const Variable weights =
      heed::softmax(heed::matmul(q, heed::transpose(k)) / std::sqrt(double(query.dim(1))));
  heed::matmul(weights, v).backward({.gradient = heed::learn::to_array(upstream)});
  return {gradient(q), gradient(k), gradient(v)};
}
