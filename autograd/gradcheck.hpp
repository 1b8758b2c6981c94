// gradcheck: is the gradient that backward() gives the slope of the function?
#pragma once

#include <concepts>
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
  /// The worst entry of the first wrong input (of all inputs, if all are right), and both numbers there.
  int input = -1;
  Shape entry{};
  double backward = 0;
  double difference = 0;
  /// For people: what was compared, or which input and entry are wrong and what the mistake looks like.
  std::string report{};

  explicit operator bool() const { return ok; }
};

/// A function of one or two Variables, or of a vector of any number of them.
class GradcheckFunction {
 public:
  using Inputs = std::vector<Variable>;

  template <typename F>
  requires(!std::same_as<std::remove_cvref_t<F>, GradcheckFunction>)
      GradcheckFunction(F f) {  // NOLINT: a lambda is meant to convert
    using V = const Variable&;
    if constexpr (std::invocable<F&, V>) {
      count_ = 1;
      call_ = [f](const Inputs& x) { return f(x[0]); };
    } else if constexpr (std::invocable<F&, V, V>) {
      count_ = 2;
      call_ = [f](const Inputs& x) { return f(x[0], x[1]); };
    } else {
      call_ = f;
    }
  }

  /// Throws UsageError if the function takes another number of Variables.
  Variable operator()(const Inputs& inputs) const;

 private:
  std::function<Variable(const Inputs&)> call_;
  std::size_t count_ = 0;  // 0: any number
};

/// Compares backward() with central differences. With L = Σ u ∘ f(inputs) for a random u, every entry x of
/// every input that requires a gradient is moved by ±eps: dL/dx = (L(x + eps) - L(x - eps)) / 2 eps. Also
/// checks that f adds to gradients that are already there. The inputs are leaves (Variable::parameter) or
/// constants, and are left as they were; f may use them through its arguments or by itself.
///
///   auto x = Variable::parameter(rng.normal({2, 3}), "x");
///   auto result = gradcheck([](const Variable& v) { return tanh(v); }, {x});
///   if (!result) fmt::print("{}\n", result.report);
///
/// Costs two evaluations of f for each entry. Use double (the _f64 libraries) where digits count. Throws
/// UsageError if no input requires a gradient; a wrong gradient is no exception but a result.
GradcheckResult gradcheck(const GradcheckFunction& f, const std::vector<Variable>& inputs,
                          GradcheckOptions options = {});

}  // namespace heed
