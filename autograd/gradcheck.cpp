#include "autograd/gradcheck.hpp"

#include <cmath>

#include "autograd/gradient_probe.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "lib/core/without_nan_sign.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

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

std::string title(const GradientProbe& probe, std::size_t input) {
  const Variable& x = probe.inputs()[input];
  const std::string name = x.name().empty() ? "" : fmt::format(" '{}'", x.name());
  return fmt::format("input {}{} {}", input, name, x.shape());
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

/// Whether gradients that stood there before are still in the sum.
std::vector<bool> standing_lost(const GradientProbe& probe, const Array& upstream,
                                const std::vector<Array>& plain, Rng& rng, const GradcheckOptions& options) {
  std::vector<Array> standing;
  for (const Variable& x : probe.inputs()) standing.push_back(random_upstream(x.shape(), rng));
  const std::vector<Array> sums = probe.gradients_added_to(standing, upstream);
  std::vector<bool> lost(plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (!sums[i].defined()) continue;
    for (std::int64_t j = 0; j < sums[i].size(); ++j) {
      const double expected =
          double{standing[i].data()[j]} + (plain[i].defined() ? plain[i].data()[j] : Scalar{0});
      if (excess(sums[i].data()[j], expected, options) > 1) lost[i] = true;
    }
  }
  return lost;
}

struct Comparison {
  int input = -1;
  Shape entry{};
  double backward = 0, difference = 0, excess = -1;
};

}  // namespace

const char* to_string(GradientFault fault) {
  switch (fault) {
    case GradientFault::none:
      return "none";
    case GradientFault::factor:
      return "constant factor";
    case GradientFault::sign:
      return "sign";
    case GradientFault::transposed:
      return "transposed";
    case GradientFault::upstream_ignored:
      return "upstream ignored";
    case GradientFault::overwritten:
      return "overwritten instead of accumulated";
    case GradientFault::broadcast_not_summed:
      return "broadcast not summed";
    case GradientFault::graph_cut:
      return "graph cut";
    case GradientFault::kink:
      return "kink";
    case GradientFault::not_repeatable:
      return "not repeatable";
    case GradientFault::threw:
      return "backward threw";
    case GradientFault::unknown:
      break;
  }
  return "unknown";
}

Variable GradcheckFunction::operator()(const Inputs& inputs) const {
  if (count_ != 0 && inputs.size() != count_)
    throw_error<UsageError>("[gradcheck] {} inputs for a function of {}", inputs.size(), count_);
  return call_(inputs);
}

GradcheckResult gradcheck(const GradcheckFunction& f, const std::vector<Variable>& inputs,
                          GradcheckOptions options) {
  check_inputs(inputs);
  const GradientProbe probe(f, inputs, options.eps);
  GradcheckResult result;
  if (!probe.repeatable()) {
    result.ok = false;
    result.fault = GradientFault::not_repeatable;
    result.report =
        "gradcheck: the function gives another value each time, so differences mean nothing. Does it draw "
        "random "
        "numbers (dropout)? Make the generator anew inside it.";
    return result;
  }
  Rng rng(options.seed);
  const Array upstream = random_upstream(probe.value().shape(), rng);
  std::vector<Array> gradients;
  std::vector<bool> lost;
  try {
    gradients = probe.gradients(upstream);
    lost = standing_lost(probe, upstream, gradients, rng, options);
  } catch (const ShapeError& error) {
    result.ok = false;
    result.fault = GradientFault::threw;
    result.report = fmt::format(
        "gradcheck: backward threw: {}\n  A gradient has the shape of its input: where the input was "
        "repeated, it is "
        "summed.",
        error.what());
    return result;
  }

  Comparison worst;
  std::int64_t entries = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].requires_grad()) continue;
    WrongGradient found{i, upstream, gradients[i], {}, {}, lost[i]};
    Comparison here;
    for (std::int64_t j = 0; j < inputs[i].size(); ++j, ++entries) {
      const double difference = probe.difference(i, j, upstream);
      const double backward = gradients[i].defined() ? gradients[i].data()[j] : 0;
      found.difference.push_back(difference);
      const double e = excess(backward, difference, options);
      if (e > 1) found.wrong.push_back(j);
      if (e > here.excess)
        here = {static_cast<int>(i), coordinates_of(inputs[i].shape(), j), backward, difference, e};
    }
    const bool wrong = !found.wrong.empty() || found.standing_lost;
    if (wrong) {
      const Diagnosis d = diagnose(probe, found, options);
      result.report += fmt::format("gradcheck: the gradient of {} is wrong in {} of {} entries\n",
                                   title(probe, i), found.wrong.size(), inputs[i].size());
      if (!found.wrong.empty())
        result.report +=
            fmt::format("  worst entry {}: backward gives {:.9g}, central differences give {:.9g}\n",
                        here.entry, without_nan_sign(here.backward), without_nan_sign(here.difference));
      result.report += fmt::format("  pattern: {}\n", d.text);
      if (result.ok) {
        worst = here;
        result.fault = d.fault;
      }
    }
    if (result.ok && !wrong && here.excess > worst.excess) worst = here;
    result.ok = result.ok && !wrong;
  }
  result.input = worst.input;
  result.entry = worst.entry;
  result.backward = worst.backward;
  result.difference = worst.difference;
  if (result.ok) {
    result.report = fmt::format("gradcheck: {} entries agree; largest deviation {:.2g}", entries,
                                std::abs(worst.backward - worst.difference));
  }
  return result;
}

}  // namespace heed
