// The softmax along any axis; what is hidden, −∞, gets `hidden`.
Tensor softmax_along(int axis, const Tensor& scores, double hidden) {
  const int length = scores.dim(axis);
  int step = 1;
  for (int later = axis + 1; later < scores.rank(); ++later) step *= scores.dim(later);
  Tensor rows({scores.size() / length, length}), weights(scores.shape());
  const auto at = [&](int n) { return (n / step / length * step + n % step) * length + n / step % length; };
  for (int n = 0; n < scores.size(); ++n) rows.flat(at(n)) = scores.flat(n);
  rows = given::softmax(rows);
  for (int n = 0; n < scores.size(); ++n)
    weights.flat(n) = std::isinf(scores.flat(n)) ? hidden : rows.flat(at(n));
  return weights;
}
