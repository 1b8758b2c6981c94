// What does a wrong gradient look like? Each usual mistake is made on purpose with the measured slopes; if
// that gives what backward() gave, it is the one.
#include <algorithm>
#include <cmath>

#include "autograd/gradient_probe.hpp"
#include "autograd/no_grad.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/random.hpp"
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

class Detective {
 public:
  Detective(const GradientProbe& probe, const WrongGradient& found, const GradcheckOptions& options)
      : probe_(probe),
        found_(found),
        x_(probe.inputs()[found.input]),
        fit_(std::min(100 * options.rtol, 0.05)),
        atol_(options.atol),
        given_(found.backward.defined() ? numbers(found.backward)
                                        : Numbers(static_cast<std::size_t>(x_.size()))) {
    for (std::int64_t j = 0; j < x_.size(); ++j) slopes_.push_back(probe.slopes(found.input, j));
  }

  Diagnosis run() const {
    if (found_.standing_lost)
      return {GradientFault::overwritten,
              "overwritten instead of accumulated: a gradient that stood there before is lost; add to it"};
    if (kink())
      return {GradientFault::kink,
              "kink: the function has a corner at these entries (left and right slope differ), so it has no "
              "gradient there; move the input a little"};
    if (largest(given_) == 0)
      return {GradientFault::graph_cut,
              found_.backward.defined()
                  ? "graph cut: only zeros arrive, although the result depends on this input"
                  : "graph cut: no gradient arrives, although the result depends on this input (detach, "
                    "NoGrad, or a value taken out and put back?)"};
    if (upstream_ignored())
      return {GradientFault::upstream_ignored,
              "upstream ignored: the gradient stays the same whatever comes from above; multiply by g"};
    if (const double c = factor(); c != 0) {
      if (std::abs(c + 1) < fit_) return {GradientFault::sign, "sign: every entry has the other sign"};
      return {
          GradientFault::factor,
          fmt::format("constant factor: every entry is {:.4g} times what it should be{}", c, fraction(c))};
    }
    if (const char* what = transposed()) return {GradientFault::transposed, what};
    if (const int axis = unsummed_axis(); axis >= 0)
      return {
          GradientFault::broadcast_not_summed,
          fmt::format("broadcast not summed: the input is repeated along axis {} of the result {}, but the "
                      "gradient of only one repetition arrived",
                      axis, probe_.value().shape())};
    if (one_share_arrived())
      return {GradientFault::overwritten,
              "overwritten instead of accumulated: entries used more than once got the gradient of one use "
              "alone"};
    return {GradientFault::unknown, "none that is known"};
  }

 private:
  bool matches(const Numbers& mistake) const {
    const double scale = largest(given_);
    if (scale == 0 || mistake.size() != given_.size()) return false;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (!(std::abs(mistake[i] - given_[i]) <= fit_ * scale)) return false;
    }
    return true;
  }

  bool kink() const {
    return std::all_of(found_.wrong.begin(), found_.wrong.end(), [&](std::int64_t j) {
      const Slopes& s = slopes_[static_cast<std::size_t>(j)];
      const double scale = std::max(largest(s.left), largest(s.right));
      for (std::size_t i = 0; i < s.left.size(); ++i) {
        if (std::abs(s.left[i] - s.right[i]) > 0.2 * scale + 5 * atol_) return true;
      }
      return false;
    });
  }

  bool upstream_ignored() const {
    const Array other = found_.upstream * Scalar(-1.75) + Scalar(0.25);
    const Array again = probe_.gradients(other)[found_.input];
    return again.defined() && matches(numbers(again));
  }

  /// The factor between backward and differences, 0 if there is none.
  double factor() const {
    double both = 0, square = 0;
    for (std::size_t j = 0; j < given_.size(); ++j) {
      both += given_[j] * found_.difference[j];
      square += found_.difference[j] * found_.difference[j];
    }
    if (square == 0) return 0;
    const double c = both / square;
    Numbers scaled = found_.difference;
    for (double& v : scaled) v *= c;
    return matches(scaled) ? c : 0;
  }

  static std::string fraction(double c) {
    for (int n = 2; n <= 64; ++n) {
      if (std::abs(c * n - 1) < 1e-4) return fmt::format(" (1/{})", n);
    }
    return "";
  }

  /// dL/dx for another upstream gradient, from the slopes.
  Numbers differences_for(const Array& upstream) const {
    Numbers sums;
    for (const Slopes& s : slopes_) {
      double total = 0;
      for (std::size_t i = 0; i < s.central.size(); ++i) total += s.central[i] * upstream.values()[i];
      sums.push_back(total);
    }
    return sums;
  }

  static bool square(const Array& a) { return a.rank() >= 2 && a.dim(-1) == a.dim(-2) && a.dim(-1) > 1; }

  const char* transposed() const {
    if (x_.rank() >= 2) {
      Array d(x_.shape());
      Scalar* out = d.mutable_data();
      for (std::size_t j = 0; j < given_.size(); ++j) out[j] = static_cast<Scalar>(found_.difference[j]);
      if (matches(numbers(transpose(d))))
        return "transposed: the gradient is that of the last two axes exchanged";
    }
    if (square(found_.upstream) && matches(differences_for(transpose(found_.upstream))))
      return "transposed: it would be right if the upstream gradient g were transposed";
    for (std::size_t k = 0; k < probe_.inputs().size(); ++k) {
      Variable other = probe_.inputs()[k];
      if (k == found_.input || !other.requires_grad() || !square(other.value())) continue;
      const Array before = other.value();
      other.set_value(transpose(before));
      Numbers sums;
      for (std::int64_t j = 0; j < x_.size(); ++j)
        sums.push_back(probe_.difference(found_.input, j, found_.upstream));
      other.set_value(before);
      if (matches(sums)) return "transposed: it would be right if the other operand were transposed";
    }
    return nullptr;
  }

  /// An axis of the result along which the input is repeated, and of which only one index arrived; else -1.
  int unsummed_axis() const {
    const Shape& out = probe_.value().shape();
    for (int axis = 0; axis < out.rank(); ++axis) {
      const int own = axis - (out.rank() - x_.rank());
      if (out[axis] < 2 || (own >= 0 && x_.shape()[own] != 1)) continue;
      for (std::int64_t index = 0; index < out[axis]; ++index) {
        Array masked = found_.upstream;
        Scalar* u = masked.mutable_data();
        for (std::int64_t i = 0; i < masked.size(); ++i) {
          if (coordinates_of(out, i)[axis] != index) u[i] = 0;
        }
        if (matches(differences_for(masked))) return axis;
      }
    }
    return -1;
  }

  /// Whether each wrong entry is used by several elements of the result and got the share of one.
  bool one_share_arrived() const {
    const double allowed = fit_ * largest(given_);
    return std::all_of(found_.wrong.begin(), found_.wrong.end(), [&](std::int64_t j) {
      const auto entry = static_cast<std::size_t>(j);
      const Numbers& slope = slopes_[entry].central;
      int shares = 0;
      bool one = false;
      for (std::size_t i = 0; i < slope.size(); ++i) {
        const double share = slope[i] * found_.upstream.values()[i];
        if (std::abs(share) <= allowed) continue;
        ++shares;
        one = one || std::abs(share - given_[entry]) <= allowed;
      }
      return one && shares >= 2;
    });
  }

  const GradientProbe& probe_;
  const WrongGradient& found_;
  const Variable& x_;
  double fit_;  // how well a mistake must reproduce what backward gave
  double atol_;
  Numbers given_;
  std::vector<Slopes> slopes_;
};

}  // namespace

Diagnosis diagnose(const GradientProbe& probe, const WrongGradient& found, const GradcheckOptions& options) {
  return Detective(probe, found, options).run();
}

}  // namespace heed
