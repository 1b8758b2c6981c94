// gradcheck: is the gradient that backward() gives the slope of the function?
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "autograd/variable.hpp"

namespace heed::inline HEED_PRECISION {

/// The defaults suit the scalar type: a step too small drowns in rounding, one too large in curvature.
struct GradcheckOptions {
  double eps = sizeof(Scalar) == 8 ? 1e-6 : 1e-2;
  /// An entry is right if |backward - difference| <= atol + rtol |difference|.
  double rtol = sizeof(Scalar) == 8 ? 1e-6 : 2e-2;
  double atol = sizeof(Scalar) == 8 ? 1e-8 : 2e-3;
  /// It draws the upstream gradient.
  std::uint64_t seed = 1;
};

struct GradcheckResult {
  bool ok = true;
  /// For people: what was compared, or which input and entry are wrong and what the mistake looks like.
  std::string report{};

  explicit operator bool() const { return ok; }
};

using GradcheckFunction = std::function<Variable(const std::vector<Variable>&)>;

/// Compares backward() with central differences. With L = Σ u ∘ f(inputs) for a random u, every entry x of
/// every input that requires a gradient is moved by ±eps: dL/dx = (L(x + eps) - L(x - eps)) / 2 eps. Also
/// checks that f adds to gradients that are already there. The inputs are leaves (Variable::parameter) or
/// constants, and are left as they were; f may use them through its arguments or by itself.
///
///   auto x = Variable::parameter(rng.normal({2, 3}), "x");
///   auto result = gradcheck([](const std::vector<Variable>& in) { return tanh(in[0]); }, {x});
///   if (!result) fmt::print("{}\n", result.report);
///
/// Costs two evaluations of f for each entry. Use double (the _f64 libraries) where digits count. Throws
/// UsageError if no input requires a gradient; a wrong gradient is no exception but a result.
GradcheckResult gradcheck(const GradcheckFunction& f, const std::vector<Variable>& inputs,
                          GradcheckOptions options = {});

}  // namespace heed
