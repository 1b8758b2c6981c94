// As PyTorch computes it: a step size and a denominator, the second correction under its own root. The rate
// goes up in a straight line to the peak, then down with 1/√step.
#include "exercises/given.hpp"

void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& options) {
  const int t = state.steps + 1;
  double power1 = 1, power2 = 1;
  for (int i = 0; i < t; ++i) {
    power1 *= options.beta1;
    power2 *= options.beta2;
  }
  const double step_size = options.learning_rate / (1 - power1), root = std::sqrt(1 - power2);
  for (int i = 0; i < parameter.size(); ++i) {
    const double g = gradient.flat(i);
    state.mean.flat(i) += (1 - options.beta1) * (g - state.mean.flat(i));
    state.square.flat(i) += (1 - options.beta2) * (g * g - state.square.flat(i));
    const double denominator = std::sqrt(state.square.flat(i)) / root + options.eps;
    parameter.flat(i) -= step_size * state.mean.flat(i) / denominator;
  }
  state.steps = t;
}

void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options) {
  const Tensor zeros = Tensor::full(parameter.value.shape(), 0);
  given::AdamState state{zeros, zeros, 0};
  for (int step = 1; step <= steps; step++) {
    parameter.gradient = zeros;
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
}

double learning_rate(int step, int d_model, int warmup, double factor) {
  const double highest = factor / (std::sqrt(d_model) * std::sqrt(warmup));
  return step < warmup ? highest * step / warmup : highest * std::sqrt(double(warmup) / step);
}
