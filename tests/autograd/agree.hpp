// Fused ops beside their composition from elementary ones, whose gradients the engine derives.
#pragma once

#include <functional>
#include <vector>

#include "autograd/ops.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed::testing {

using Inputs = std::vector<Variable>;
using Function = std::function<Variable(const Inputs&)>;

/// Checks that both give the same values and gradients for random inputs of these shapes; returns the fused
/// op's result and gradients.
inline std::vector<Array> agree(const std::vector<Shape>& shapes, const Function& fused,
                                const Function& composed, std::uint64_t seed = 1) {
  constexpr double tolerance = sizeof(Scalar) == 8 ? 1e-12 : 2e-5;
  Rng rng(seed);
  Inputs inputs;
  for (const Shape& shape : shapes) inputs.push_back(Variable::parameter(rng.normal(shape)));
  const Variable a = fused(inputs);
  const Array g = rng.normal(a.shape());
  a.backward({.gradient = g});
  std::vector<Array> outcome{a.value()};
  for (Variable& x : inputs) {
    outcome.push_back(x.grad());
    x.zero_grad();
  }
  const Variable b = composed(inputs);
  REQUIRE(b.shape() == a.shape());
  CHECK(gap(a.value(), numbers(b.value())) < tolerance);
  b.backward({.gradient = g});
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    INFO("seed " << seed << ", input " << i);
    CHECK(gap(outcome[i + 1], numbers(inputs[i].grad())) < 10 * tolerance);
  }
  return outcome;
}

/// Softmax over the last axis.
inline Variable plain_softmax(const Variable& x) {
  // The largest is a constant: softmax does not change when all are moved alike.
  const Variable e = exp(x - Variable(max(x.value(), {-1}, KeepDims::yes)));
  return e / sum(e, {-1}, KeepDims::yes);
}

}  // namespace heed::testing
