// The part of Case that needs autograd: linked only where an exercise uses it.
#include "exercises/grading/case.hpp"

namespace heed::grading {

Variable Case::variable(const std::string& name) {
  Variable& leaf = leaves_[name];
  if (!leaf.defined()) leaf = Variable::parameter(learn::to_array(tensor(name)), name);
  return leaf;
}

void Case::give_with_gradients(const std::string& name, const Variable& output,
                               const std::vector<std::string>& inputs) {
  const Tensor value = learn::to_tensor(output.value());
  give(name, value);
  const Tensor& upstream = tensor("upstream");
  // With another shape there is no gradient to speak of: the value's shape is what the learner hears of.
  if (output.requires_grad() && value.shape() == upstream.shape())
    output.backward({.gradient = learn::to_array(upstream)});
  for (const std::string& input : inputs) {
    const Variable leaf = variable(input);
    give("grad_" + input,
         leaf.grad().defined() ? learn::to_tensor(leaf.grad()) : Tensor(tensor(input).shape()));
  }
  gradients_.emplace_back(name, inputs);
}

}  // namespace heed::grading
