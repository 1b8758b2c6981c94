given::AttentionGradients attention_backward(const Tensor& query, const Tensor& key, const Tensor& value,
                                             const Tensor& upstream) {
  const double root = std::sqrt(double(query.dim(1)));
  const Tensor weights = given::softmax(matmul(query, transpose(key)) / root);
  const Tensor grad = grad_scores(weights, value, upstream) / root;
  const int last = query.dim(0) - 1, last_key = key.dim(0) - 1;
  given::AttentionGradients gradients{Tensor(query.shape()), Tensor(key.shape()), Tensor(value.shape())};
  for (int i = 0; i <= last; ++i)
    for (int d = 0; d < query.dim(1); ++d) gradients.query(i, d) = grad(i, last_key) * key(last_key, d);
  for (int j = 0; j <= last_key; ++j) {
    for (int d = 0; d < key.dim(1); ++d) gradients.key(j, d) = grad(last, j) * query(last, d);
    for (int d = 0; d < value.dim(1); ++d) gradients.value(j, d) = weights(last, j) * upstream(last, d);
  }
  return gradients;
}
