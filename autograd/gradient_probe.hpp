// Measurements of gradcheck at one point: values, gradients by backward(), slopes by differences. Private to
// gradcheck.
#pragma once

#include <vector>

#include "autograd/gradcheck.hpp"

namespace heed::inline HEED_PRECISION {

/// Slopes of every element of the result along one entry of one input.
struct Slopes {
  std::vector<double> left, right;  // (y(x) - y(x - eps)) / eps and (y(x + eps) - y(x)) / eps
  std::vector<double> central;

  /// Σ upstream ∘ central.
  double total(const Array& upstream) const;
};

struct GradientProbe {
  const GradcheckFunction& f;
  const std::vector<Variable>& inputs;
  double eps;
  Array value;  // the result at the point itself

  /// The result without a graph.
  Array evaluate() const;
  /// dL/d(input) for L = Σ upstream ∘ y by backward(), added to `standing` where it is given; undefined where
  /// none arrived.
  std::vector<Array> gradients(const Array& upstream, const std::vector<Array>& standing = {}) const;
  Slopes slopes(std::size_t input, std::int64_t entry) const;
};

/// The facts about one wrong input.
struct WrongGradient {
  std::size_t input;
  Array upstream;
  Array backward;                   // undefined if nothing arrived
  std::vector<Slopes> slopes;       // of every entry
  std::vector<double> difference;   // of every entry
  std::vector<std::int64_t> wrong;  // the entries that do not agree; none: only the accumulation is wrong
  bool standing_lost;               // a gradient that stood there before was overwritten
};

/// Tries the usual mistakes one after the other, each by the gradient that it would give instead. Returns
/// "pattern: explanation".
std::string diagnose(const GradientProbe& probe, const WrongGradient& found, const GradcheckOptions& options);

/// The coordinates of element i of a row-major array.
Shape coordinates_of(const Shape& shape, std::int64_t i);

}  // namespace heed
