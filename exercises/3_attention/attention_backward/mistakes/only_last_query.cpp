given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  const double root = std::sqrt(double(query.dim(1)));
  const Tensor weights = given::softmax(matmul(query, transpose(key)) / root);
  const Tensor grad = grad_scores(weights, value, upstream) / root;
  const int last = query.dim(0) - 1;
  Tensor grad_key(key.shape()), grad_of_value(value.shape());
  for (int j = 0; j < key.dim(0); ++j) {
    for (int d = 0; d < key.dim(1); ++d) grad_key(j, d) = grad(last, j) * query(last, d);
    for (int d = 0; d < value.dim(1); ++d) grad_of_value(j, d) = weights(last, j) * upstream(last, d);
  }
  return {matmul(grad, key), grad_key, grad_of_value};
}
