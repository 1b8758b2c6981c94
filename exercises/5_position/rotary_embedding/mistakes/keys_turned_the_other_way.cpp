Tensor rotary_scores(const Tensor& q, const Tensor& k, int query_position, int key_position) {
  Tensor scores({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = 0; j < k.dim(0); ++j)
      for (int m = 0; m < q.dim(1) / 2; ++m) {
        const double angle = (query_position + i + key_position + j) * std::pow(10000.0, -2.0 * m / q.dim(1));
        const double q0 = q(i, 2 * m), q1 = q(i, 2 * m + 1), k0 = k(j, 2 * m), k1 = k(j, 2 * m + 1);
        scores(i, j) += ((q0 * k0 + q1 * k1) * std::cos(angle) + (q0 * k1 - q1 * k0) * std::sin(angle)) /
                        std::sqrt(q.dim(1));
      }
  return scores;
}
