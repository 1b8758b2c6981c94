#include "autograd/gradcheck.hpp"

#include <cmath>

#include "autograd/gradient_probe.hpp"
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

}  // namespace

double Slopes::total(const Array& upstream) const {
  double sum = 0;
  for (std::size_t i = 0; i < central.size(); ++i) sum += central[i] * upstream.values()[i];
  return sum;
}

Array GradientProbe::evaluate() const {
  const NoGrad no_grad;
  return f(inputs).value();
}

std::vector<Array> GradientProbe::gradients(const Array& upstream, const std::vector<Array>& standing) const {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Variable x = inputs[i];
    if (x.requires_grad()) x.set_grad(standing.empty() ? Array() : standing[i]);
  }
  if (const Variable y = f(inputs); y.requires_grad()) y.backward({.gradient = upstream});
  std::vector<Array> all;
  for (const Variable& x : inputs) all.push_back(x.requires_grad() ? x.grad() : Array());
  return all;
}

Slopes GradientProbe::slopes(std::size_t input, std::int64_t entry) const {
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
    const double up = high.data()[i], middle = value.data()[i], down = low.data()[i];
    s.right.push_back((up - middle) / (double{above} - x));
    s.left.push_back((middle - down) / (double{x} - below));
    s.central.push_back((up - down) / (double{above} - below));
  }
  return s;
}

Shape coordinates_of(const Shape& shape, std::int64_t i) {
  Shape at = shape;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    at[axis] = i % shape[axis];
    i /= shape[axis];
  }
  return at;
}

Variable GradcheckFunction::operator()(const Inputs& inputs) const {
  if (count_ != 0 && inputs.size() != count_)
    throw_error<UsageError>("[gradcheck] {} inputs for a function of {}", inputs.size(), count_);
  return call_(inputs);
}

GradcheckResult gradcheck(const GradcheckFunction& f, const std::vector<Variable>& inputs,
                          GradcheckOptions options) {
  check_inputs(inputs);
  const InputsKept kept(inputs);
  GradientProbe probe{f, inputs, options.eps, {}};
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
    WrongGradient found{
        i, upstream, gradients[i], {}, {}, {}, standing_lost(standing[i], gradients[i], sums[i], options)};
    GradcheckResult here;
    double farthest = -1;
    for (std::int64_t j = 0; j < inputs[i].size(); ++j, ++entries) {
      found.slopes.push_back(probe.slopes(i, j));
      const double difference = found.slopes.back().total(upstream);
      const double backward = gradients[i].defined() ? gradients[i].data()[j] : 0;
      found.difference.push_back(difference);
      const double e = excess(backward, difference, options);
      if (e > 1) found.wrong.push_back(j);
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
