// What gradcheck measures at one point: values, gradients by backward(), slopes by differences. Private to
// gradcheck.
#pragma once

#include <vector>

#include "autograd/gradcheck.hpp"

namespace heed::inline HEED_PRECISION {

/// Slopes of every element of the result along one entry of one input.
struct Slopes {
  std::vector<double> left, right;  // (y(x) - y(x - eps)) / eps and (y(x + eps) - y(x)) / eps
  std::vector<double> central;
};

class GradientProbe {
 public:
  GradientProbe(const GradcheckFunction& f, std::vector<Variable> inputs, double eps);

  const std::vector<Variable>& inputs() const { return inputs_; }
  /// The result at the point itself.
  const Array& value() const { return value_; }
  /// Whether f gives the same bits a second time.
  bool repeatable() const;

  /// dL/d(input) for L = Σ upstream ∘ y by backward(); undefined where none arrived.
  std::vector<Array> gradients(const Array& upstream) const;
  /// The same for L = Σ upstream ∘ y + Σ standing ∘ input, where the gradients of the second sum arrive
  /// before f's own.
  std::vector<Array> gradients_added_to(const std::vector<Array>& standing, const Array& upstream) const;

  Slopes slopes(std::size_t input, std::int64_t entry) const;
  /// dL/d(entry) by central differences.
  double difference(std::size_t input, std::int64_t entry, const Array& upstream) const;

 private:
  Array evaluate() const;

  GradcheckFunction f_;
  std::vector<Variable> inputs_;
  double eps_;
  Array value_;
};

/// What gradcheck knows about one wrong input.
struct WrongGradient {
  std::size_t input;
  Array upstream;
  Array backward;                   // undefined if nothing arrived
  std::vector<double> difference;   // of every entry
  std::vector<std::int64_t> wrong;  // the entries that do not agree; none: only the accumulation is wrong
  bool standing_lost;               // a gradient that stood there before was overwritten
};

struct Diagnosis {
  GradientFault fault;
  std::string text;
};

/// Tries the usual mistakes one after the other, each by what it would give instead.
Diagnosis diagnose(const GradientProbe& probe, const WrongGradient& found, const GradcheckOptions& options);

/// The coordinates of element i of a row-major array.
Shape coordinates_of(const Shape& shape, std::int64_t i);

}  // namespace heed
