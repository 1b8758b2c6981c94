Variable self_attention(const Variable& x, const Variable& w_query, const Variable& w_key,
                        const Variable& w_value) {
  const Variable query = heed::matmul(x, w_query), key = heed::matmul(x, w_key),
                 value = heed::matmul(x, w_value);
  const Variable scores = heed::matmul(query, heed::transpose(key)) / std::sqrt(double(query.dim(-1)));
  heed::Array later({x.dim(1), x.dim(1)});
  for (int i = 0; i < x.dim(1); ++i)
    for (int j = 0; j < x.dim(1); ++j) later.mutable_data()[i * x.dim(1) + j] = j > i;
  return heed::matmul(heed::softmax(heed::masked_fill(scores, later, -1e9)), value);
}
