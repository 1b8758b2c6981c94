#include "autograd/gradcheck.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Brings the values and gradients of the inputs back at the end.
class InputsKept {
 public:
  explicit InputsKept(const std::vector<Variable>& inputs) {
    for (const Variable& x : inputs) {
      if (x.requires_grad()) before_.push_back({x, x.value(), x.grad()});
    }
  }
  ~InputsKept() {
    for (Before& b : before_) b.leaf.set_value(b.value), b.leaf.set_grad(b.gradient);
  }
  InputsKept(const InputsKept&) = delete;
  InputsKept& operator=(const InputsKept&) = delete;

 private:
  struct Before {
    Variable leaf;
    Array value, gradient;
  };
  std::vector<Before> before_;
};

void check_inputs(const std::vector<Variable>& inputs) {
  bool any = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].is_leaf()) {
      throw_error<UsageError>(
          "[gradcheck] input {} was computed from others: give leaves (Variable::parameter) or constants", i);
    }
    any = any || inputs[i].requires_grad();
  }
  if (!any)
    throw_error<UsageError>(
        "[gradcheck] no input requires a gradient: make the inputs with Variable::parameter");
}

/// The upstream gradient: random, so that no mistake can hide behind ones, and nowhere near 0.
Array random_upstream(const Shape& shape, Rng& rng) {
  Array u = rng.uniform(shape, 0.5, 1.5);
  const Array sign = rng.uniform(shape, -1, 1);
  Scalar* out = u.mutable_data();
  for (std::int64_t i = 0; i < u.size(); ++i) out[i] = std::copysign(out[i], sign.data()[i]);
  return u;
}

/// How far an entry may be off, as a multiple of what is allowed; a NaN counts as infinitely far.
double excess(double backward, double difference, const GradcheckOptions& o) {
  const double ratio = std::abs(backward - difference) / (o.atol + o.rtol * std::abs(difference));
  return std::isnan(ratio) ? HUGE_VAL : ratio;
}

/// dL/dx along one entry of an input for L = Σ upstream ∘ y: (L(x + eps) - L(x)) / eps, (L(x) - L(x - eps)) /
/// eps and (L(x + eps) - L(x - eps)) / 2 eps.
struct Slopes {
  double right = 0, left = 0, central = 0;
};

/// Measures the function at one point.
struct Probe {
  const GradcheckFunction& f;
  const std::vector<Variable>& inputs;
  double eps;
  Array value = evaluate();

  Array evaluate() const {
    const NoGrad no_grad;
    return f(inputs).value();
  }

  /// Returns dL/d(input) by backward(), added to `standing` where it is given; undefined where none arrived.
  std::vector<Array> gradients(const Array& upstream, const std::vector<Array>& standing = {}) const {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      Variable x = inputs[i];
      if (x.requires_grad()) x.set_grad(standing.empty() ? Array() : standing[i]);
    }
    if (const Variable y = f(inputs); y.requires_grad()) y.backward({.gradient = upstream});
    std::vector<Array> all;
    for (const Variable& x : inputs) all.push_back(x.requires_grad() ? x.grad() : Array());
    return all;
  }

  Slopes slopes(std::size_t input, std::int64_t entry, const Array& upstream) const {
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
      const double up = high.data()[i], middle = value.data()[i], down = low.data()[i],
                   u = upstream.data()[i];
      s.right += (up - middle) / (double{above} - x) * u;
      s.left += (middle - down) / (double{x} - below) * u;
      s.central += (up - down) / (double{above} - below) * u;
    }
    return s;
  }
};

/// Keeps the gradient by backward() and by differences of one input.
struct Comparison {
  std::vector<double> backward;    // 0 where nothing arrived
  std::vector<Slopes> slopes;      // of every entry
  std::vector<std::size_t> wrong;  // entries that do not agree
  std::size_t worst = 0;           // the entry that agrees least
  double farthest = -1;            // its excess
  bool overwritten = false;        // a gradient that stood there before was lost
};

Comparison compare(const Probe& probe, std::size_t input, const Array& upstream, const Array& standing,
                   const Array& gradient, const Array& sum, const GradcheckOptions& o) {
  Comparison c;
  for (std::int64_t j = 0; j < standing.size(); ++j) {
    const double backward = gradient.defined() ? gradient.data()[j] : Scalar{0};
    c.backward.push_back(backward);
    c.slopes.push_back(probe.slopes(input, j, upstream));
    c.overwritten = c.overwritten || excess(sum.data()[j], double{standing.data()[j]} + backward, o) > 1;
    const double e = excess(backward, c.slopes.back().central, o);
    if (e > 1) c.wrong.push_back(c.slopes.size() - 1);
    if (e <= c.farthest) continue;
    c.farthest = e;
    c.worst = c.slopes.size() - 1;
  }
  return c;
}

/// The mistake that a wrong gradient looks like.
std::string diagnose(const Comparison& c, const GradcheckOptions& o) {
  if (c.overwritten) return "overwritten: a gradient that stood there before is lost; add to it instead";
  if (std::ranges::all_of(c.wrong, [&](std::size_t j) {
        const Slopes& s = c.slopes[j];
        return !(std::abs(s.left - s.right) <=
                 0.2 * std::max(std::abs(s.left), std::abs(s.right)) + 5 * o.atol);
      }))
    return "kink: the function has a corner at these entries (left and right slope differ), so it has no "
           "gradient there; move the input a little";
  if (std::ranges::all_of(c.backward, [](double v) { return v == 0; }))
    return "graph cut: no gradient arrives, although the result depends on this input (detach, NoGrad, or a "
           "value taken out and put back?)";
  double both = 0, square = 0, largest = 0;
  for (std::size_t j = 0; j < c.slopes.size(); ++j) {
    both += c.backward[j] * c.slopes[j].central;
    square += c.slopes[j].central * c.slopes[j].central;
    largest = std::max(largest, std::abs(c.backward[j]));
  }
  const double factor = both / square, allowed = std::min(100 * o.rtol, 0.05) * largest;
  bool all = true;
  for (std::size_t j = 0; j < c.slopes.size(); ++j)
    all = all && std::abs(factor * c.slopes[j].central - c.backward[j]) <= allowed;
  if (all) return fmt::format("constant factor: every entry is {:.4g} times what it should be", factor);
  return "none that is known";
}

}  // namespace

GradcheckResult gradcheck(const GradcheckFunction& f, const std::vector<Variable>& inputs,
                          GradcheckOptions options) {
  check_inputs(inputs);
  const InputsKept kept(inputs);
  const Probe probe{f, inputs, options.eps};
  if (!identical(probe.evaluate(), probe.value))
    return {.ok = false,
            .report =
                "gradcheck: the function gives another value each time, so differences mean nothing. Does "
                "it draw random numbers (dropout)? Make the generator anew inside it."};
  Rng rng(options.seed);
  const Array upstream = random_upstream(probe.value.shape(), rng);
  std::vector<Array> standing, gradients, sums;
  for (const Variable& x : inputs) standing.push_back(random_upstream(x.shape(), rng));
  try {
    gradients = probe.gradients(upstream);
    sums = probe.gradients(upstream, standing);
  } catch (const ShapeError& error) {
    return {
        .ok = false,
        .report = fmt::format("gradcheck: backward threw: {}\n  A gradient has the shape of its input: where "
                              "the input was repeated, it is summed.",
                              error.what())};
  }
  GradcheckResult result;
  double deviation = 0;
  std::int64_t entries = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].requires_grad()) continue;
    const Comparison c = compare(probe, i, upstream, standing[i], gradients[i], sums[i], options);
    entries += inputs[i].size();
    const bool wrong = !c.wrong.empty() || c.overwritten;
    if (c.slopes.empty()) continue;
    const double backward = c.backward[c.worst], difference = c.slopes[c.worst].central;
    deviation = std::max(deviation, std::abs(backward - difference));
    if (!wrong) continue;
    result.ok = false;
    const std::string name = inputs[i].name().empty() ? "" : fmt::format(" '{}'", inputs[i].name());
    result.report += fmt::format(
        "gradcheck: the gradient of input {}{} {} is wrong in {} of {} entries\n  worst entry {}: "
        "backward gives {:.9g}, central differences give {:.9g}\n  pattern: {}\n",
        i, name, inputs[i].shape(), c.wrong.size(), inputs[i].size(),
        coordinates(inputs[i].shape(), static_cast<std::int64_t>(c.worst)), without_nan_sign(backward),
        without_nan_sign(difference), diagnose(c, options));
  }
  if (result.ok)
    result.report = fmt::format("gradcheck: {} entries agree; largest deviation {:.2g}", entries, deviation);
  return result;
}

}  // namespace heed
