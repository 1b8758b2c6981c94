// exp(score − max) · mask over the last axis, divided by its sum. The maximum is that of the keys with a 1 in
// `looked_at`, and 0 if there are none. The scores of some rows, one after the other, share a row of the
// mask.
Tensor exponentials_times_mask(const Tensor& scores, const Tensor& mask, const Tensor& looked_at) {
  Tensor weights(scores.shape());
  const int keys = scores.dim(-1), sharing = scores.size() / mask.size();
  for (int first = 0; first < scores.size(); first += keys) {
    const int row = first / keys / sharing * keys;
    double max = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < keys; ++j)
      if (looked_at.flat(row + j) != 0) max = std::max(max, scores.flat(first + j));
    if (std::isinf(max)) max = 0;
    for (int j = 0; j < keys; ++j)
      sum += weights.flat(first + j) = std::exp(scores.flat(first + j) - max) * mask.flat(row + j);
    for (int j = 0; j < keys; ++j) weights.flat(first + j) /= sum;
  }
  return weights;
}
