// Measurements of gradcheck at one point: values, gradients by backward(), slopes by differences. Private to
// gradcheck.
#pragma once

#include <vector>

#include "autograd/gradcheck.hpp"

namespace heed::inline HEED_PRECISION {

/// dL/dx along one entry of an input for L = Σ upstream ∘ y: (L(x + eps) - L(x)) / eps, (L(x) - L(x - eps)) /
/// eps and (L(x + eps) - L(x - eps)) / 2 eps.
struct Slopes {
  double right = 0, left = 0, central = 0;
};

struct GradientProbe {
  const GradcheckFunction& f;
  const std::vector<Variable>& inputs;
  double eps;
  Array value{};  // the result at the point itself

  /// Returns the result without a graph.
  Array evaluate() const;
  /// Returns dL/d(input) by backward(), added to `standing` where it is given; undefined where none arrived.
  std::vector<Array> gradients(const Array& upstream, const std::vector<Array>& standing = {}) const;
  Slopes slopes(std::size_t input, std::int64_t entry, const Array& upstream) const;
};

}  // namespace heed
