// Running mean, correction and update apart.
#include "exercises/given.hpp"

namespace {

Tensor running(const Tensor& old, const Tensor& now, double beta) {
  Tensor result(old.shape());
  for (int i = 0; i < old.size(); ++i) result.flat(i) = beta * old.flat(i) + (1 - beta) * now.flat(i);
  return result;
}

double corrected(double value, double beta, int t) { return value / (1 - std::exp(t * std::log(beta))); }

void reset(given::Parameter& p) {
  for (int i = 0; i < p.gradient.size(); ++i) p.gradient.flat(i) = 0;
}

}  // namespace

void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& options) {
  state = {running(state.mean, gradient, options.beta1),
           running(state.square, gradient * gradient, options.beta2), state.steps + 1};
  for (int i = 0; i < parameter.size(); ++i) {
    const double m = corrected(state.mean.flat(i), options.beta1, state.steps);
    const double v = corrected(state.square.flat(i), options.beta2, state.steps);
    parameter.flat(i) = parameter.flat(i) - options.learning_rate * (m / (std::pow(v, 0.5) + options.eps));
  }
}

void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options) {
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape()), 0};
  for (int i = 0; i < steps; ++i) {
    reset(parameter);
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
}
