Tensor masked_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  Tensor output =
      matmul(masked_weights(matmul(query, transpose(key)) / std::sqrt(double(query.dim(1))), mask), value);
  for (int i = 0; i < mask.dim(0); ++i) {
    double visible = 0;
    for (int j = 0; j < mask.dim(1); ++j) visible += mask(i, j);
    for (int d = 0; d < std::min(output.dim(1), query.dim(1)); ++d)
      if (visible == 0) output(i, d) = query(i, d);
  }
  return output;
}
