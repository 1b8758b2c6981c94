// Arithmetic on whole tensors; the gradient is reset after the step.
#include "exercises/given.hpp"

void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& o) {
  state.steps += 1;
  state.mean = o.beta1 * state.mean + (1 - o.beta1) * gradient;
  state.square = o.beta2 * state.square + (1 - o.beta2) * gradient * gradient;
  const Tensor mean = state.mean / (1 - std::pow(o.beta1, state.steps));
  Tensor divisor = state.square / (1 - std::pow(o.beta2, state.steps));
  for (int i = 0; i < divisor.size(); ++i) divisor.flat(i) = std::sqrt(divisor.flat(i)) + o.eps;
  parameter -= o.learning_rate * mean / divisor;
}

void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options) {
  given::AdamState state;
  state.mean = state.square = parameter.value * 0.0;
  while (steps-- > 0) {
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
    parameter.gradient *= 0;
  }
}
