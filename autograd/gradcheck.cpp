#include "autograd/gradcheck.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/gradient_probe.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Numbers = std::vector<double>;

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

/// Says if an entry of `sum` is not standing + plain.
bool standing_lost(const Array& standing, const Array& plain, const Array& sum, const GradcheckOptions& o) {
  for (std::int64_t j = 0; j < standing.size(); ++j) {
    const double expected = double{standing.data()[j]} + (plain.defined() ? plain.data()[j] : Scalar{0});
    if (excess(sum.data()[j], expected, o) > 1) return true;
  }
  return false;
}

GradcheckResult failed(std::string pattern, std::string report) {
  return {.ok = false, .pattern = std::move(pattern), .report = std::move(report)};
}

/// The coordinates of element i of a row-major array.
Shape coordinates_of(const Shape& shape, std::int64_t i) {
  Shape at = shape;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    at[axis] = i % shape[axis];
    i /= shape[axis];
  }
  return at;
}

/// The facts about one wrong input.
struct WrongGradient {
  std::size_t input;
  Array upstream, backward{};   // backward: undefined if nothing arrived
  Numbers difference{};         // of every entry
  std::vector<Slopes> wrong{};  // of the entries that do not agree; none: only the accumulation is wrong
  bool standing_lost = false;   // a gradient that stood there before was overwritten
};

/// Says if `mistake` gives the gradient of backward.
bool matches(const Numbers& mistake, const Array& given, const GradcheckOptions& o) {
  double largest = 0;
  for (const double v : given.values()) largest = std::max(largest, std::abs(v));
  const double allowed = std::min(100 * o.rtol, 0.05) * largest;
  return allowed > 0 &&
         std::equal(mistake.begin(), mistake.end(), given.values().begin(), given.values().end(),
                    [&](double a, double b) { return std::abs(a - b) <= allowed; });
}

/// The factor between backward and differences that fits best.
double factor(const Array& given, const Numbers& difference) {
  double both = 0, square = 0;
  for (std::size_t j = 0; j < difference.size(); ++j) {
    both += given.values()[j] * difference[j];
    square += difference[j] * difference[j];
  }
  return square == 0 ? 0 : both / square;
}

Numbers times(Numbers x, double c) {
  for (double& v : x) v *= c;
  return x;
}

/// The mistake that a wrong gradient looks like, as "pattern: explanation": each usual one is made on purpose
/// with the measured slopes; if that gives what backward() gave, it is the one.
std::string diagnose(const GradientProbe& probe, const WrongGradient& found,
                     const GradcheckOptions& options) {
  const Shape& shape = probe.inputs[found.input].shape();
  const Array given = found.backward.defined() ? found.backward : Array::zeros(shape);
  if (found.standing_lost)
    return "overwritten: a gradient that stood there before is lost; add to it instead";
  if (std::ranges::all_of(found.wrong, [&](const Slopes& s) {
        const double allowed = 0.2 * std::max(std::abs(s.left), std::abs(s.right)) + 5 * options.atol;
        return !(std::abs(s.left - s.right) <= allowed);
      }))
    return "kink: the function has a corner at these entries (left and right slope differ), so it has no "
           "gradient there; move the input a little";
  if (std::ranges::all_of(given.values(), [](Scalar v) { return v == 0; }))
    return found.backward.defined()
               ? "graph cut: only zeros arrive, although the result depends on this input"
               : "graph cut: no gradient arrives, although the result depends on this input (detach, "
                 "NoGrad, or a value taken out and put back?)";
  if (const Array again = probe.gradients(found.upstream * Scalar(-1.75) + Scalar(0.25))[found.input];
      again.defined() && matches({again.values().begin(), again.values().end()}, given, options))
    return "upstream ignored: the gradient stays the same whatever comes from above; multiply by g";
  if (const double c = factor(given, found.difference); matches(times(found.difference, c), given, options)) {
    if (matches(times(found.difference, -1), given, options)) return "sign: every entry has the other sign";
    return fmt::format("constant factor: every entry is {:.4g} times (1/{:.4g}) what it should be", c, 1 / c);
  }
  if (shape.rank() >= 2 && transpose(given).shape() == shape &&
      matches(found.difference, transpose(given), options))
    return "transposed: the gradient is that of the last two axes exchanged";
  return "none that is known";
}

}  // namespace

Variable GradcheckFunction::operator()(const Inputs& inputs) const {
  if (count_ != 0 && inputs.size() != count_)
    throw_error<UsageError>("[gradcheck] {} inputs for a function of {}", inputs.size(), count_);
  return call_(inputs);
}

GradcheckResult gradcheck(const GradcheckFunction& f, const std::vector<Variable>& inputs,
                          GradcheckOptions options) {
  check_inputs(inputs);
  const InputsKept kept(inputs);
  GradientProbe probe{f, inputs, options.eps};
  probe.value = probe.evaluate();
  if (!identical(probe.evaluate(), probe.value))
    return failed("not repeatable",
                  "gradcheck: the function gives another value each time, so differences mean nothing. Does "
                  "it draw random numbers (dropout)? Make the generator anew inside it.");
  Rng rng(options.seed);
  const Array upstream = random_upstream(probe.value.shape(), rng);
  std::vector<Array> standing, gradients, sums;
  for (const Variable& x : inputs) standing.push_back(random_upstream(x.shape(), rng));
  try {
    gradients = probe.gradients(upstream);
    sums = probe.gradients(upstream, standing);
  } catch (const ShapeError& error) {
    return failed("backward threw",
                  fmt::format("gradcheck: backward threw: {}\n  A gradient has the shape of "
                              "its input: where the input was repeated, it is summed.",
                              error.what()));
  }

  GradcheckResult result;
  double worst = -1;
  std::int64_t entries = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].requires_grad()) continue;
    WrongGradient found{.input = i,
                        .upstream = upstream,
                        .backward = gradients[i],
                        .standing_lost = standing_lost(standing[i], gradients[i], sums[i], options)};
    GradcheckResult here;
    double farthest = -1;
    for (std::int64_t j = 0; j < inputs[i].size(); ++j, ++entries) {
      const Slopes slopes = probe.slopes(i, j, upstream);
      const double difference = slopes.central;
      const double backward = gradients[i].defined() ? gradients[i].data()[j] : 0;
      found.difference.push_back(difference);
      const double e = excess(backward, difference, options);
      if (e > 1) found.wrong.push_back(slopes);
      if (e <= farthest) continue;
      farthest = e;
      here.input = static_cast<int>(i), here.entry = coordinates_of(inputs[i].shape(), j);
      here.backward = backward, here.difference = difference;
    }
    const bool wrong = !found.wrong.empty() || found.standing_lost;
    std::string report = std::move(result.report), pattern = result.pattern;
    if (wrong) {
      const std::string name = inputs[i].name().empty() ? "" : fmt::format(" '{}'", inputs[i].name());
      const std::string diagnosis = diagnose(probe, found, options);
      report += fmt::format("gradcheck: the gradient of input {}{} {} is wrong in {} of {} entries\n", i,
                            name, inputs[i].shape(), found.wrong.size(), inputs[i].size());
      if (!found.wrong.empty())
        report += fmt::format("  worst entry {}: backward gives {:.9g}, central differences give {:.9g}\n",
                              here.entry, without_nan_sign(here.backward), without_nan_sign(here.difference));
      report += fmt::format("  pattern: {}\n", diagnosis);
      if (result.ok) pattern = diagnosis.substr(0, diagnosis.find(':'));
    }
    if (result.ok && (wrong || farthest > worst)) {
      worst = farthest;
      here.ok = !wrong;
      result = here;
    }
    result.report = std::move(report), result.pattern = std::move(pattern);
  }
  if (result.ok) {
    result.report = fmt::format("gradcheck: {} entries agree; largest deviation {:.2g}", entries,
                                std::abs(result.backward - result.difference));
  }
  return result;
}

}  // namespace heed
