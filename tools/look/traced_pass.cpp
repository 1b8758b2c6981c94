#include "tools/look/traced_pass.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/text/display.hpp"
#include "nn/attention_points.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

/// Patterns in one piece each, where the first part stood.
StateDict with_whole_patterns(StateDict values) {
  for (const auto& [name, weights] : whole_patterns(values)) {
    const auto of_it = [&, again = name + '#'](const auto& v) { return v.first.starts_with(again); };
    const auto first = std::ranges::find(values, name, &StateDict::value_type::first);
    if (first != values.end()) {
      first->second = weights;
      std::erase_if(values, of_it);
    } else {  // a gradient that came to the second alone
      const auto second = std::ranges::find_if(values, of_it);
      *second = {name, weights};
    }
  }
  return values;
}

bool broken(const Array& values) {
  return std::ranges::any_of(values.values(), [](Scalar x) { return !std::isfinite(x); });
}
bool any_broken(const Looked& looked) {
  const auto has = [](const auto& one) { return broken(one.second); };
  return std::ranges::any_of(looked.probability, [](double p) { return std::isnan(p); }) ||
         std::ranges::any_of(looked.values, has) || std::ranges::any_of(looked.gradients, has);
}

/// Of all points, in the order in which the forward pass comes by; empty: the gradients alone are broken.
std::string first_broken(const Module& model, const LookOptions& options,
                         const std::function<Variable()>& forward) {
  const NoGrad no_grad;
  Trace trace(model, "*");
  leave_out(trace, options.ablations);
  (void)forward();
  for (const auto& [name, value] : trace.values())
    if (broken(value)) return name;
  return "";
}

}  // namespace

void leave_out(Trace& trace, const std::vector<Ablation>& heads) {
  for (const Ablation& a : heads) {
    const std::string attention = printable(a.point.substr(0, a.point.rfind('.')));
    trace.replace(a.point, [a, attention, ablate = ablate_head(a.head)](const Variable& z) {
      if (z.rank() == 4 && a.head >= z.dim(1))
        throw_error<UsageError>(
            "{}", z.dim(1) == 1 ? tr("{} has one head, no {}", attention, a.head + 1)
                                : tr("{} has heads 1 to {}, no {}", attention, z.dim(1), a.head + 1));
      return ablate(z);
    });
  }
}

void traced_pass(Looked& looked, const Module& model, const Tokens& next, const LookOptions& options,
                 const std::function<Variable()>& forward) {
  const Evaluating evaluating(model);
  Trace trace(model, options.points, {.gradients = options.gradients});
  leave_out(trace, options.ablations);
  const auto probabilities = [&](const Variable& logits) {
    const Variable losses = cross_entropy(logits.detach(), next, {.reduction = Reduction::none});
    for (const Scalar loss : losses.value().values())
      looked.probability.push_back(std::exp(-static_cast<double>(loss)));
  };
  if (options.gradients) {
    const Variable logits = forward();
    probabilities(logits);
    cross_entropy(logits, next, {.reduction = Reduction::sum}).backward();
  } else {
    const NoGrad no_grad;
    probabilities(forward());
  }
  looked.values = with_whole_patterns(trace.values());
  looked.gradients = with_whole_patterns(trace.gradients());
  if (any_broken(looked)) looked.broken = first_broken(model, options, forward);
}

}  // namespace heed
