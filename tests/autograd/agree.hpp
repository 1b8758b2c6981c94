// The outcome of ops; fused ones beside their composition from elementary ones, whose gradients the engine
// derives.
#pragma once

#include <functional>
#include <vector>

#include "autograd/ops.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed::testing {

using Inputs = std::vector<Variable>;
using Function = std::function<Variable(const Inputs&)>;

/// The result of f and the gradients of its inputs, for the gradient that `upstream` gives for its shape.
inline std::vector<Array> outcome(const Function& f, const std::vector<Array>& values,
                                  const std::function<Array(const Shape&)>& upstream) {
  Inputs inputs;
  for (const Array& x : values) inputs.push_back(Variable::parameter(x));
  const Variable y = f(inputs);
  y.backward({.gradient = upstream(y.shape())});
  std::vector<Array> all{y.value()};
  for (const Variable& x : inputs) all.push_back(x.grad());
  return all;
}

/// Checks that both give the same values and gradients for random inputs of these shapes; returns the fused
/// op's result and gradients.
inline std::vector<Array> agree(const std::vector<Shape>& shapes, const Function& fused,
                                const Function& composed, std::uint64_t seed = 1) {
  constexpr double tolerance = sizeof(Scalar) == 8 ? 1e-12 : 2e-5;
  Rng rng(seed);
  std::vector<Array> inputs;
  for (const Shape& shape : shapes) inputs.push_back(rng.normal(shape));
  Array g;
  const std::vector<Array> all = outcome(fused, inputs, [&](const Shape& y) { return g = rng.normal(y); });
  const std::vector<Array> plain = outcome(composed, inputs, [&](const Shape& y) {
    REQUIRE(y == g.shape());
    return g;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    INFO("seed " << seed << ", " << (i == 0 ? "result" : "gradient ") << i);
    CHECK(gap(all[i], numbers(plain[i])) < (i == 0 ? 1 : 10) * tolerance);
  }
  return all;
}

/// Softmax over the last axis.
inline Variable plain_softmax(const Variable& x) {
  // The largest is a constant: softmax does not change when all are moved alike.
  const Variable e = exp(x - Variable(max(x.value(), {-1}, KeepDims::yes)));
  return e / sum(e, {-1}, KeepDims::yes);
}

}  // namespace heed::testing
