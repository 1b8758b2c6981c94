#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using Map = std::function<Tensor(const Tensor&)>;

int prediction(int which) { return which == 2 ? 2 : which == 4 ? 3 : 1; }

double deviation_from_linear(const Map& f, const Tensor& v, const Tensor& w, double a, double b) {
  Tensor both = v;
  for (int n = 0; n < both.size(); ++n) both.flat(n) = a * v.flat(n) + b * w.flat(n);
  const Tensor whole = f(both), one = f(v), other = f(w);
  std::vector<double> off;
  for (int n = 0; n < whole.size(); ++n)
    off.push_back(std::fabs(a * one.flat(n) + b * other.flat(n) - whole.flat(n)));
  return *std::max_element(off.begin(), off.end());
}

// The network gives 0 where its second layer has neither weights nor a bias.
Tensor without_feed_forward(const Tensor& x, const given::EncoderWeights& weights) {
  given::EncoderWeights off = weights;
  off.linear2 = {Tensor(weights.linear2.weight.shape()), Tensor(weights.linear2.bias.shape())};
  const Tensor all = Tensor::full({x.dim(0), x.dim(0)}, 1);
  const Tensor h = given::layer_norm(x + given::multi_head_attention(x, x, off.attention, all), off.norm1);
  return given::layer_norm(h + given::feed_forward(h, off.linear1, off.linear2), off.norm2);
}
