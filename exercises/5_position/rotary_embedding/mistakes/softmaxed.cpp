Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  const Tensor turned_q = rotary_embedding(q, query_position), turned_k = rotary_embedding(k, key_position);
  Tensor scores = matmul(turned_q, transpose(turned_k)) / std::sqrt(q.dim(1));
  for (int i = 0; i < scores.dim(0); ++i) {
    double sum = 0;
    for (int j = 0; j < scores.dim(1); ++j) sum += std::exp(scores(i, j));
    for (int j = 0; j < scores.dim(1); ++j) scores(i, j) = std::exp(scores(i, j)) / sum;
  }
  return scores;
}
