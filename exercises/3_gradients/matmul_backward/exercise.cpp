#include "exercises/learn.hpp"

//~ wrong last_term M10 with one_summand
//~ end
/// Gradients of C = A B: returns {dA, dB}.
/// a (…, M, K), b (…, K, N), grad = dL/dC (…, M, N) -> dA (…, M, K), dB (…, K, N). The leading axes are
/// equal. `matmul` and `transpose` (last two axes) handle leading axes.
std::pair<Tensor, Tensor> matmul_backward(const Tensor& a, const Tensor& b, const Tensor& grad) {
  //~ stub
  // 1. Which entries of C does a(i, k) go into, and with which factor each?
  // 2. Write dA(i, k) as a sum. Which matrix product is it?
  // 3. The same for dB(k, j). The shapes check your answer, unless all are square.
  return not_written("matmul_backward");
  //~ solution
  return {matmul(grad, transpose(b)), matmul(transpose(a), grad)};
  //~ wrong no_transpose: transpose(b)), matmul(transpose(a) => b), matmul(a
  //~ wrong a_not_transposed: transpose(a) => a
  //~ wrong b_not_transposed: transpose(b) => b
  //~ wrong other_order: grad, transpose(b)), matmul(transpose(a), grad => transpose(b), grad), matmul(grad, transpose(a)
  //~ wrong order_and_no_transpose: grad, transpose(b)), matmul(transpose(a), grad => b, grad), matmul(grad, a
  //~ wrong grad_transposed: grad, transpose(b)), matmul(transpose(a), grad => transpose(grad), transpose(b)), matmul(transpose(a), transpose(grad)
  //~ wrong own_operand: b)), matmul(transpose(a => a)), matmul(transpose(b
  //~ wrong swapped: grad, transpose(b)), matmul(transpose(a), grad => transpose(a), grad), matmul(grad, transpose(b)
  //~ wrong ignores_upstream M09: matmul(grad => matmul(Tensor::full(grad.shape(), 1) | , grad) => , Tensor::full(grad.shape(), 1))
  //~ wrong elementwise: matmul(grad, transpose(b)), matmul(transpose(a), grad) => grad * b, grad * a
  //~ wrong last_term M10: matmul(grad => one_summand(b.dim(1) - 1, grad | matmul(transpose(a) => one_summand(a.dim(0) - 1, transpose(a)
  //~ wrong a_cut M08: matmul(grad, transpose(b => Tensor(a.shape(
  //~ wrong b_cut M08: matmul(transpose(a), grad => Tensor(b.shape()
  //~ end
}

/// Gradient of a weight that a whole batch shares: y[b] = x[b] W forevery b.
/// x (B, T, K), grad = dL/dy (B, T, N) -> dW (K, N).
Tensor shared_weight_backward(const Tensor& x, const Tensor& grad) {
  //~ stub
  // W is used B times. What did "multiply_and_add" teach about a value that is used more than once?
  return not_written("shared_weight_backward");
  //~ solution
  const int rows = x.dim(0) * x.dim(1);
  return matmul(transpose(x.reshape({rows, x.dim(2)})), grad.reshape({rows, grad.dim(2)}));
  //~ wrong first_of_batch M10
  const Tensor of_each = matmul(transpose(x), grad);
  Tensor result({x.dim(2), grad.dim(2)});
  for (int n = 0; n < result.size(); ++n) result.flat(n) = of_each.flat(n);
  return result;
  //~ wrong last_of_batch M10 like first_of_batch: of_each.flat(n) => of_each.flat(of_each.size() - result.size() + n)
  //~ wrong mean_over_batch: )); => )) / x.dim(0);
  //~ wrong one_per_batch: matmul(transpose(x.reshape({rows, x.dim(2)})), grad.reshape({rows, grad.dim(2)})) => matmul(transpose(x), grad)
  //~ wrong ignores_upstream M09: grad.reshape({rows, grad.dim(2)} => Tensor::full({rows, grad.dim(2)}, 1
  //~ wrong reshaped_not_transposed: transpose(x.reshape({rows, x.dim(2)}) => x.reshape({x.dim(2), rows}
  //~ wrong shared_weight_cut M08: matmul(transpose(x.reshape({rows, x.dim(2)})), grad.reshape({rows, grad.dim(2)})) => Tensor({x.dim(2), grad.dim(2)})
  //~ end
}
