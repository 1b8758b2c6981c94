#include "exercises/given.hpp"

/// Attention or the feed-forward network: (T, C) -> (T, C).
using Sublayer = std::function<Tensor(const Tensor&)>;

/// The paper's order: norm(x + sublayer(x)). x (T, C) -> (T, C).
Tensor post_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  //~ stub
  // given::layer_norm(x, norm) normalises the rows of x.
  return not_written("post_norm");
  //~ solution
  return given::layer_norm(x + sublayer(x), norm);
  //~ wrong post_without_residual: x + sublayer => sublayer
  //~ wrong post_without_norm: given::layer_norm(x + sublayer(x), norm => x + sublayer(x
  //~ wrong post_norm_before_adding: return given::layer_norm(x + sublayer => return x + given::layer_norm(sublayer
  //~ wrong post_is_pre: given::layer_norm(x + sublayer(x), norm => x + sublayer(given::layer_norm(x, norm)
  //~ end
}

/// norm first: x + sublayer(norm(x)). x (T, C) -> (T, C).
Tensor pre_norm(const Tensor& x, const Sublayer& sublayer, const given::Norm& norm) {
  //~ stub
  return not_written("pre_norm");
  //~ solution
  return x + sublayer(given::layer_norm(x, norm));
  //~ wrong pre_without_residual: x + sublayer => sublayer
  //~ wrong pre_without_norm: given::layer_norm(x, norm) => x
  //~ wrong pre_residual_of_normalised
  const Tensor normalised = given::layer_norm(x, norm);
  return normalised + sublayer(normalised);
  //~ wrong pre_is_post: x + sublayer(given::layer_norm(x, norm) => given::layer_norm(x + sublayer(x), norm
  //~ wrong pre_norm_after_sublayer: sublayer(given::layer_norm(x, norm) => given::layer_norm(sublayer(x), norm
  //~ wrong pre_and_post: x + sublayer(given::layer_norm(x, norm) => given::layer_norm(x + sublayer(given::layer_norm(x, norm)), norm
  //~ end
}

/// Several pre-norm sub-layers, one after the other; norms[i] goes with sublayers[i]. On the way x only ever
/// gets something added, so that one more norm, `last`, closes the stack. x (T, C) -> (T, C).
Tensor pre_norm_stack(const Tensor& x, const std::vector<Sublayer>& sublayers,
                      const std::vector<given::Norm>& norms, const given::Norm& last) {
  //~ stub
  return not_written("pre_norm_stack");
  //~ solution
  Tensor y = x;
  for (std::size_t i = 0; i < sublayers.size(); ++i) y = pre_norm(y, sublayers[i], norms[i]);
  return given::layer_norm(y, last);
  //~ wrong no_last_norm: given::layer_norm(y, last) => y
  //~ wrong residual_from_the_start: pre_norm(y, sublayers[i], norms[i] => x + sublayers[i](given::layer_norm(y, norms[i])
  //~ wrong side_by_side: pre_norm(y, sublayers[i], norms[i] => y + sublayers[i](given::layer_norm(x, norms[i])
  //~ wrong last_norm_in_the_loop: y = pre_norm(y, sublayers[i], norms[i]); => {
  //~ wrong last_norm_in_the_loop: return given::layer_norm(y, last) => y = given::layer_norm(pre_norm(y, sublayers[i], norms[i]), last); } return y
  //~ wrong same_norm: norms[i] => norms[0]
  //~ wrong norms_reversed: norms[i] => norms[norms.size() - 1 - i]
  //~ wrong stack_of_post_norm: pre_norm => post_norm | given::layer_norm(y, last) => y
  //~ wrong one_residual_around_all: pre_norm(y, sublayers[i], norms[i] => sublayers[i](given::layer_norm(y, norms[i]) | y, last => x + y, last
  //~ wrong no_residuals: pre_norm(y, sublayers[i], norms[i] => sublayers[i](given::layer_norm(y, norms[i])
  //~ wrong reversed: 0; i < sublayers.size(); ++i => sublayers.size(); i-- > 0;
  //~ end
}
