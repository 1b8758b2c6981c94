given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  const double root = std::sqrt(double(query.dim(1)));
  const Tensor weights = given::softmax(matmul(query, transpose(key)) / root);
  const Tensor grad = grad_scores(weights, value, upstream) / root;
  const int last = key.dim(0) - 1;
  Tensor grad_query(query.shape());
  for (int i = 0; i < query.dim(0); ++i)
    for (int d = 0; d < query.dim(1); ++d) grad_query(i, d) = grad(i, last) * key(last, d);
  return {grad_query, matmul(transpose(grad), query), grad_value(weights, upstream)};
}
