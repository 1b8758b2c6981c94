#include "exercises/given.hpp"

/// FFN(x) = max(0, x W₁ᵀ + b₁) W₂ᵀ + b₂, the same for every position.
/// x (T, C), first: weight (F, C), bias (F), second: weight (C, F), bias (C) -> (T, C).
Tensor feed_forward(const Tensor& x, const given::Linear& first, const given::Linear& second) {
  //~ stub
  // 1. the hidden layer: x W₁ᵀ + b₁ (T, F); given::linear(x, weight, bias) does one layer
  // 2. negative numbers become 0
  // 3. back to C numbers: W₂, b₂
  return not_written("feed_forward");
  //~ solution
  Tensor hidden = given::linear(x, first.weight, first.bias);
  for (int i = 0; i < hidden.size(); ++i) hidden.flat(i) = std::max(0.0, hidden.flat(i));
  return given::linear(hidden, second.weight, second.bias);
  //~ wrong no_relu: std::max(0.0, hidden.flat(i)) => hidden.flat(i)
  //~ wrong relu_at_the_end like no_relu: given::linear(hidden, second.weight, second.bias) => given::relu(given::linear(hidden, second.weight, second.bias))
  //~ wrong relu_twice: given::linear(hidden, second.weight, second.bias) => given::relu(given::linear(hidden, second.weight, second.bias))
  //~ wrong relu_of_input like no_relu: linear(x => linear(given::relu(x)
  //~ wrong relu_before_bias
  Tensor hidden = given::relu(matmul(x, transpose(first.weight)));
  for (int i = 0; i < hidden.size(); ++i) hidden.flat(i) += first.bias.flat(i % first.bias.size());
  return given::linear(hidden, second.weight, second.bias);
  //~ wrong no_first_bias: given::linear(x, first.weight, first.bias) => matmul(x, transpose(first.weight))
  //~ wrong no_second_bias: given::linear(hidden, second.weight, second.bias) => matmul(hidden, transpose(second.weight))
  //~ wrong residual_added: return => return x +
  //~ wrong absolute_value: :max(0.0, hidden => :abs(hidden
  //~ wrong leaky_relu: max(0.0, => max(0.01 * hidden.flat(i),
  //~ wrong gelu: = std::max(0.0, hidden.flat(i => *= 0.5 * std::erfc(-hidden.flat(i) / std::sqrt(2.0
  //~ wrong positions_mixed: given::linear(x, first.weight, first.bias) => matmul(Tensor::full({x.dim(0), x.dim(0)}, 1.0 / x.dim(0)), given::linear(x, first.weight, first.bias))
  //~ end
}

/// dL/dx, when grad (T, C) is dL/dFFN(x). x (T, C) -> (T, C).
Tensor feed_forward_backward(const Tensor& x, const given::Linear& first, const given::Linear& second,
                             const Tensor& grad) {
  //~ stub
  // Backwards: through W₂, then only through the units that were not 0, then through W₁.
  return not_written("feed_forward_backward");
  //~ solution
  const Tensor hidden = given::linear(x, first.weight, first.bias);
  Tensor grad_hidden = matmul(grad, second.weight);
  for (int i = 0; i < hidden.size(); ++i) {
    if (hidden.flat(i) <= 0) grad_hidden.flat(i) = 0;
  }
  return matmul(grad_hidden, first.weight);
  //~ wrong mask_missing: hidden.flat(i) <= 0 => false
  //~ wrong mask_without_bias: given::linear(x, first.weight, first.bias => matmul(x, transpose(first.weight)
  //~ wrong activation_for_mask: if (hidden.flat(i) <= 0) grad_hidden.flat(i) = 0 => grad_hidden.flat(i) *= std::max(0.0, hidden.flat(i))
  //~ wrong slope_of_one_at_zero: <= 0 => < 0
  //~ wrong second_weight_reshaped: matmul(grad, second.weight) => matmul(grad, transpose(second.weight.reshape(first.weight.shape())))
  //~ wrong mask_inverted: ) <= 0 => ) > 0
  //~ wrong upstream_ignored M09: (grad, => (Tensor::full(grad.shape(), 1),
  //~ end
}
