// One maximum for the whole tensor.
Tensor sparse_attention(const Tensor& q, const Tensor& k, const Tensor& v, int window,
                        const std::vector<int>& global) {
  const int length = q.dim(0);
  const auto keys_of = [&](int i) {
    const bool is_global = std::find(global.begin(), global.end(), i) != global.end();
    std::vector<int> keys;
    for (int j = is_global ? 0 : std::max(0, i - window);
         j < (is_global ? length : std::min(length, i + window + 1)); ++j)
      keys.push_back(j);
    for (const int g : global)
      if (!is_global && std::abs(i - g) > window) keys.push_back(g);
    return keys;
  };
  const auto score = [&](int i, int j) {
    double sum = 0;
    for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * k(j, c);
    return sum / std::sqrt(q.dim(1));
  };
  double largest = score(0, 0);
  for (int i = 0; i < length; ++i)
    for (const int j : keys_of(i)) largest = std::max(largest, score(i, j));
  Tensor out({length, v.dim(1)});
  for (int i = 0; i < length; ++i) {
    const std::vector<int> keys = keys_of(i);
    std::vector<double> weights;
    double total = 0;
    for (const int j : keys) total += weights.emplace_back(std::exp(score(i, j) - largest));
    for (std::size_t n = 0; n < keys.size(); ++n)
      for (int c = 0; c < v.dim(1); ++c) out(i, c) += weights[n] / total * v(keys[n], c);
  }
  return out;
}
