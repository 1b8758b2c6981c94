// Three calls of f, one running maximum; a layer written out with both norms in one function.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

using Map = std::function<Tensor(const Tensor&)>;

int prediction(int which) { return std::vector<int>{1, 2, 1, 3, 1}[static_cast<std::size_t>(which - 1)]; }

double deviation_from_linear(const Map& f, const Tensor& v, const Tensor& w, double a, double b) {
  const Tensor of_v = f(v), of_w = f(w), of_sum = f(v * a + w * b);
  double off = 0;
  for (int n = of_sum.size() - 1; n >= 0; --n) {
    const double here = of_sum.flat(n) - (a * of_v.flat(n) + b * of_w.flat(n));
    off = here > off ? here : -here > off ? -here : off;
  }
  return off;
}

Tensor without_feed_forward(const Tensor& x, const given::EncoderWeights& weights) {
  Tensor h = given::multi_head_attention(x, x, weights.attention, Tensor::full({x.dim(0), x.dim(0)}, 1));
  h += x;
  for (const given::Norm* norm : {&weights.norm1, &weights.norm2}) h = given::layer_norm(h, *norm);
  return h;
}
