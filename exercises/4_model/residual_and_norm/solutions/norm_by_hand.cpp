// The norm by hand; the stack keeps what each sub-layer adds and sums it at the end of each step.
#include "exercises/given.hpp"

using Sublayer = std::function<Tensor(const Tensor&)>;

Tensor normed(const Tensor& x, const given::Norm& norm) {
  Tensor y = x;
  for (int t = 0; t < x.dim(0); ++t) {
    double mean = 0, square = 0;
    for (int c = 0; c < x.dim(1); ++c) mean += x(t, c) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c) square += std::pow(x(t, c) - mean, 2) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c)
      y(t, c) = (x(t, c) - mean) / std::sqrt(square + 1e-5) * norm.weight(c) + norm.bias(c);
  }
  return y;
}

Tensor post_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  return normed(sublayer(x) + x, norm);
}

Tensor pre_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  return sublayer(normed(x, norm)) + x;
}

Tensor pre_norm_stack(const Tensor& x, const std::vector<Sublayer>& sublayers,
                      const std::vector<given::Norm>& norms, const given::Norm& last) {
  std::vector<Tensor> stream{x};
  for (std::size_t l = 0; l < sublayers.size(); ++l)
    stream.push_back(stream[l] + sublayers[l](normed(stream[l], norms[l])));
  return normed(stream.back(), last);
}
