#include "autograd/gradient_probe.hpp"

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

Array GradientProbe::evaluate() const {
  const NoGrad no_grad;
  return f(inputs).value();
}

std::vector<Array> GradientProbe::gradients(const Array& upstream, const std::vector<Array>& standing) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Variable x = inputs[i];
    if (x.requires_grad()) x.set_grad(standing.empty() ? Array() : standing[i]);
  }
  if (const Variable y = f(inputs); y.requires_grad()) y.backward({.gradient = upstream});
  std::vector<Array> all;
  for (const Variable& x : inputs) all.push_back(x.requires_grad() ? x.grad() : Array());
  return all;
}

Slopes GradientProbe::slopes(std::size_t input, std::int64_t entry, const Array& upstream) const {
  Variable leaf = inputs[input];
  const Scalar x = leaf.value().data()[entry];
  const auto evaluate_at = [&](Scalar place) {
    leaf.mutable_data()[entry] = place;
    const Array y = evaluate();
    if (y.shape() != value.shape())
      throw_error<ShapeError>("[gradcheck] the result has shape {} and, after a small step, {}",
                              value.shape(), y.shape());
    return y;
  };
  // The step that was really made: x ± eps is rounded.
  const auto above = static_cast<Scalar>(double{x} + eps), below = static_cast<Scalar>(double{x} - eps);
  const Array high = evaluate_at(above), low = evaluate_at(below);
  leaf.mutable_data()[entry] = x;
  Slopes s;
  for (std::int64_t i = 0; i < value.size(); ++i) {
    const double up = high.data()[i], middle = value.data()[i], down = low.data()[i], u = upstream.data()[i];
    s.right += (up - middle) / (double{above} - x) * u;
    s.left += (middle - down) / (double{x} - below) * u;
    s.central += (up - down) / (double{above} - below) * u;
  }
  return s;
}

}  // namespace heed
