// The difference f(av + bw) − (a f(v) + b f(w)) of lists; attention without the ready-made layer.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using Map = std::function<Tensor(const Tensor&)>;

int prediction(int which) {
  switch (which) {
    case 2:
      return 2;
    case 4:
      return 3;
    default:
      return 1;
  }
}

double deviation_from_linear(const Map& f, const Tensor& v, const Tensor& w, double a, double b) {
  const std::vector<double> together = f(a * v + b * w).values(), one = f(v).values(), other = f(w).values();
  double largest = 0;
  for (std::size_t n = 0; n < together.size(); ++n)
    largest = std::max(largest, std::fabs(together[n] - a * one[n] - b * other[n]));
  return largest;
}

Tensor without_feed_forward(const Tensor& x, const given::EncoderWeights& weights) {
  const given::AttentionWeights& w = weights.attention;
  const auto heads = [&](const given::Linear& map) {
    return given::split_heads(given::linear(x, map), w.heads);
  };
  const Tensor mixed = given::merge_heads(given::attention(heads(w.query), heads(w.key), heads(w.value)));
  const Tensor sum = given::linear(mixed, w.output) + x;
  return given::layer_norm(given::layer_norm(sum, weights.norm1), weights.norm2);
}
