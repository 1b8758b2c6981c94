// The stack by recursion over the sub-layers that are left; sums element by element.
#include "exercises/given.hpp"

using Sublayer = std::function<Tensor(const Tensor&)>;

Tensor added(const Tensor& x, const Tensor& y) {
  Tensor sum(x.shape());
  for (int n = 0; n < x.size(); ++n) sum.flat(n) = x.flat(n) + y.flat(n);
  return sum;
}

Tensor post_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  const Tensor y = sublayer(x);
  const Tensor sum = added(y, x);
  return given::layer_norm(sum, norm);
}

Tensor pre_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  const Tensor normed = given::layer_norm(x, norm);
  return added(sublayer(normed), x);
}

Tensor pre_norm_stack(const Tensor& x, const std::vector<Sublayer>& sublayers,
                      const std::vector<given::Norm>& norms, const given::Norm& last) {
  if (sublayers.empty()) return given::layer_norm(x, last);
  return pre_norm_stack(pre_norm(x, sublayers.front(), norms.front()),
                        std::vector<Sublayer>(sublayers.begin() + 1, sublayers.end()),
                        std::vector<given::Norm>(norms.begin() + 1, norms.end()), last);
}
