// The mistake that a wrong gradient looks like. Each usual one is made on purpose with the measured slopes;
// if that gives what backward() gave, it is the one.
#include <algorithm>
#include <cmath>

#include "autograd/gradient_probe.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Numbers = std::vector<double>;

Numbers numbers(const Array& a) { return {a.values().begin(), a.values().end()}; }

double largest(const Numbers& x) {
  double top = 0;
  for (double v : x) top = std::max(top, std::abs(v));
  return top;
}

/// Says if `mistake` gives the gradient of backward.
bool matches(const Numbers& mistake, const Numbers& given, const GradcheckOptions& o) {
  const double allowed = std::min(100 * o.rtol, 0.05) * largest(given);
  return allowed > 0 && std::equal(mistake.begin(), mistake.end(), given.begin(), given.end(),
                                   [&](double a, double b) { return std::abs(a - b) <= allowed; });
}

/// Says if left and right slope of each wrong entry differ.
bool kink(const WrongGradient& found, const GradcheckOptions& o) {
  return std::all_of(found.wrong.begin(), found.wrong.end(), [&](std::int64_t j) {
    const Slopes& s = found.slopes[static_cast<std::size_t>(j)];
    const double allowed = 0.2 * std::max(largest(s.left), largest(s.right)) + 5 * o.atol;
    return !std::equal(s.left.begin(), s.left.end(), s.right.begin(),
                       [&](double a, double b) { return std::abs(a - b) <= allowed; });
  });
}

/// dL/dx for another upstream gradient, from the slopes.
Numbers differences_for(const WrongGradient& found, const Array& upstream) {
  Numbers all;
  for (const Slopes& s : found.slopes) all.push_back(s.total(upstream));
  return all;
}

/// The factor between backward and differences that fits best.
double factor(const Numbers& given, const Numbers& difference) {
  double both = 0, square = 0;
  for (std::size_t j = 0; j < given.size(); ++j) {
    both += given[j] * difference[j];
    square += difference[j] * difference[j];
  }
  return square == 0 ? 0 : both / square;
}

Numbers times(Numbers x, double c) {
  for (double& v : x) v *= c;
  return x;
}

/// An axis of the result along which the input is repeated, and of which only one index arrived; else -1.
int unsummed_axis(const Shape& out, const Shape& x, const WrongGradient& found, const Numbers& given,
                  const GradcheckOptions& o) {
  for (int axis = 0; axis < out.rank(); ++axis) {
    const int own = axis - (out.rank() - x.rank());
    if (out[axis] < 2 || (own >= 0 && x[own] != 1)) continue;
    for (std::int64_t index = 0; index < out[axis]; ++index) {
      Array masked = found.upstream;
      Scalar* u = masked.mutable_data();
      for (std::int64_t i = 0; i < masked.size(); ++i) {
        if (coordinates_of(out, i)[axis] != index) u[i] = 0;
      }
      if (matches(differences_for(found, masked), given, o)) return axis;
    }
  }
  return -1;
}

}  // namespace

std::string diagnose(const GradientProbe& probe, const WrongGradient& found,
                     const GradcheckOptions& options) {
  const Variable& x = probe.inputs[found.input];
  const Array backward = found.backward.defined() ? found.backward : Array::zeros(x.shape());
  const Numbers given = numbers(backward);
  const auto fits = [&](const Numbers& mistake) { return matches(mistake, given, options); };
  if (found.standing_lost)
    return "overwritten: a gradient that stood there before is lost; add to it instead";
  if (kink(found, options))
    return "kink: the function has a corner at these entries (left and right slope differ), so it has no "
           "gradient there; move the input a little";
  if (largest(given) == 0)
    return found.backward.defined()
               ? "graph cut: only zeros arrive, although the result depends on this input"
               : "graph cut: no gradient arrives, although the result depends on this input (detach, "
                 "NoGrad, or a value taken out and put back?)";
  if (const Array again = probe.gradients(found.upstream * Scalar(-1.75) + Scalar(0.25))[found.input];
      again.defined() && fits(numbers(again)))
    return "upstream ignored: the gradient stays the same whatever comes from above; multiply by g";
  if (const double c = factor(given, found.difference); fits(times(found.difference, c))) {
    if (fits(times(found.difference, -1))) return "sign: every entry has the other sign";
    return fmt::format("constant factor: every entry is {:.4g} times (1/{:.4g}) what it should be", c, 1 / c);
  }
  if (x.rank() >= 2 && given.size() == found.difference.size()) {
    const Array turned = transpose(backward);
    if (turned.shape() == x.shape() && matches(found.difference, numbers(turned), options))
      return "transposed: the gradient is that of the last two axes exchanged";
  }
  if (const Array& u = found.upstream; u.rank() >= 2 && u.dim(-1) == u.dim(-2) && u.dim(-1) > 1) {
    if (fits(differences_for(found, transpose(u))))
      return "transposed: it would be right if the upstream gradient g were transposed";
  }
  const Shape& out = probe.value.shape();
  if (const int axis = unsummed_axis(out, x.shape(), found, given, options); axis >= 0)
    return fmt::format(
        "broadcast not summed: the input is repeated along axis {} of the result {}, but the gradient of "
        "only "
        "one repetition arrived",
        axis, out);
  return "none that is known";
}

}  // namespace heed
