// r_i = Σ_j P_ij dP_ij equals Σ_d O_id G_id: the form that flash attention uses.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor grad_value(const Tensor& weights, const Tensor& upstream) {
  return transpose(matmul(transpose(upstream), weights));
}

Tensor grad_scores(const Tensor& weights, const Tensor& value, const Tensor& upstream) {
  const Tensor output = matmul(weights, value), dP = transpose(matmul(value, transpose(upstream)));
  Tensor dS = dP;
  for (int i = 0; i < dS.dim(0); ++i) {
    double r = 0;
    for (int d = 0; d < output.dim(1); ++d) r += output(i, d) * upstream(i, d);
    for (int j = 0; j < dS.dim(1); ++j) dS(i, j) -= r;
  }
  return dS * weights;
}

given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  const Tensor scaled_query = query / std::sqrt(query.dim(1));
  const Tensor weights = given::softmax(matmul(scaled_query, transpose(key)));
  const Tensor dS = grad_scores(weights, value, upstream);
  given::AttentionGradients gradients;
  gradients.query = matmul(dS, key) / std::sqrt(query.dim(1));
  gradients.key = matmul(transpose(dS), scaled_query);
  gradients.value = grad_value(weights, upstream);
  return gradients;
}
