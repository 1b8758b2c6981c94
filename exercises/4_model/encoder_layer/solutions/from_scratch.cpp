// Everything by hand: heads, softmax, feed-forward and norms, from projections and loops.
#include "exercises/given.hpp"

Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode) {
  Tensor y(x.shape());
  const bool training = mode == given::Mode::training;
  for (int i = 0; i < x.size(); ++i) y.flat(i) = training ? keep.flat(i) * x.flat(i) / (1 - p) : x.flat(i);
  return y;
}

namespace {

Tensor attend(const Tensor& x, const Tensor& mask, const given::AttentionWeights& w) {
  const int length = x.dim(0), width = x.dim(1), per_head = width / w.heads;
  const Tensor q = given::linear(x, w.query), k = given::linear(x, w.key), v = given::linear(x, w.value);
  Tensor joined({length, width});
  for (int head = 0; head < w.heads; ++head) {
    const int first = head * per_head;
    for (int i = 0; i < length; ++i) {
      std::vector<double> weight(length, 0.0);
      double sum = 0;
      for (int j = 0; j < length; ++j) {
        double score = 0;
        for (int c = first; c < first + per_head; ++c) score += q(i, c) * k(j, c);
        weight[j] = mask(i, j) == 0 ? 0 : std::exp(score / std::sqrt(per_head));
        sum += weight[j];
      }
      for (int c = first; c < first + per_head; ++c) {
        for (int j = 0; j < length; ++j) joined(i, c) += weight[j] / sum * v(j, c);
      }
    }
  }
  return given::linear(joined, w.output);
}

Tensor norm(const Tensor& x, const given::Norm& w) {
  Tensor y(x.shape());
  for (int t = 0; t < x.dim(0); ++t) {
    double mean = 0, variance = 0;
    for (int c = 0; c < x.dim(1); ++c) mean += x(t, c) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c) variance += std::pow(x(t, c) - mean, 2) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c)
      y(t, c) = (x(t, c) - mean) / std::sqrt(variance + 1e-5) * w.weight(c) + w.bias(c);
  }
  return y;
}

}  // namespace

Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& w,
                     const given::Dropout& drop) {
  const Tensor h =
      norm(x + dropout(attend(x, mask, w.attention), drop.keep_attention, drop.p, drop.mode), w.norm1);
  Tensor hidden = given::linear(h, w.linear1);
  for (int i = 0; i < hidden.size(); ++i) hidden.flat(i) = std::fmax(hidden.flat(i), 0);
  const Tensor forward = given::linear(hidden, w.linear2);
  return norm(h + dropout(forward, drop.keep_feed_forward, drop.p, drop.mode), w.norm2);
}
