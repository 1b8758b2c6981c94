#include "exercises/given.hpp"

/// One step of Adam. With t = 1 in the first step:
/// m ← β₁ m + (1 − β₁) g;  v ← β₂ v + (1 − β₂) g²;  m̂ = m / (1 − β₁ᵗ);  v̂ = v / (1 − β₂ᵗ);
/// parameter ← parameter − learning_rate · m̂ / (√v̂ + eps).
/// Changes `parameter` and `state` (mean: m, square: v, both of the parameter's shape and 0 at first; steps:
/// the number of steps before this one).
void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& options) {
  //~ stub
  // 1. count the step   2. both running means   3. correct for their start at 0   4. move the parameter
  not_written("adam_step");
  //~ solution
  ++state.steps;
  const double b1 = options.beta1, b2 = options.beta2;
  //~ wrong steps_from_zero F02, steps_not_counted: ++state.steps; =>
  //~ wrong betas_swapped: beta1, b2 = options.beta2 => beta2, b2 = options.beta1
  //~ end
  //~ solution
  const double correction1 = 1 - std::pow(b1, state.steps), correction2 = 1 - std::pow(b2, state.steps);
  //~ wrong no_correction: 1 - std::pow(b1, state.steps), correction2 = 1 - std::pow(b2, state.steps) => 1, correction2 = 1
  //~ wrong only_mean_corrected: 1 - std::pow(b2, state.steps) => 1
  //~ wrong only_square_corrected: 1 - std::pow(b1, state.steps) => 1
  //~ wrong steps_not_counted: std::pow(b1, state.steps), correction2 = 1 - std::pow(b2, state.steps) => b1, correction2 = 1 - b2
  //~ end
  //~ solution
  for (int i = 0; i < parameter.size(); ++i) {
    const double g = gradient.flat(i);
    double& m = state.mean.flat(i);
    double& v = state.square.flat(i);
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * g * g;
    //~ wrong gradient_not_weighted: (1 - b1) * g => g | (1 - b2) * g => g
    //~ wrong weights_exchanged: b1 * m + (1 - b1) => (1 - b1) * m + b1 | b2 * v + (1 - b2) => (1 - b2) * v + b2
    //~ wrong gradient_not_squared: g * g => std::abs(g)
    //~ wrong square_of_mean: g * g => m * m
    //~ wrong squares_add_up: = b2 * v + (1 - b2) * => +=
    //~ wrong no_momentum: b1 * m + (1 - b1) * g => g
    //~ end
    //~ solution
    const double mean = m / correction1, square = v / correction2;
    //~ wrong corrected_values_kept: / correction1, square = v / => /= correction1, square = v /=
    //~ wrong no_momentum: m / correction1, => m,
    //~ end
    //~ solution
    parameter.flat(i) -= options.learning_rate * mean / (std::sqrt(square) + options.eps);
    //~ wrong eps_inside_root: (std::sqrt(square) => std::sqrt(square
    //~ wrong eps_before_correction: std::sqrt(square) + options.eps => (std::sqrt(v) + options.eps) / std::sqrt(correction2)
    //~ wrong no_eps: (std::sqrt(square) + options.eps => std::sqrt(square
    //~ wrong no_root: std::sqrt(square) => square
    //~ wrong uphill: ) -= => ) +=
    //~ wrong no_learning_rate: options.learning_rate * mean => mean
    //~ end
    //~ solution
  }
  //~ wrong steps_from_zero F02: } => } ++state.steps;
//~ end
}

/// A training loop. Each of `steps` times: backward(parameter) *adds* the gradient at parameter.value to
/// parameter.gradient, as autograd does, and Adam makes a step with it. The gradient is 0 at first.
void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options) {
  //~ stub
  // In the second round, what does backward find in parameter.gradient?
  not_written("train");
  //~ solution
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 0; i < steps; ++i) {
    parameter.gradient = Tensor(parameter.value.shape());
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong never_reset M12: parameter.gradient = Tensor(parameter.value.shape()); =>
  //~ wrong state_forgotten: backward(parameter); => backward(parameter); state = {Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  //~ wrong backward_once: parameter.gradient = => if (i == 0) parameter.gradient = | backward(parameter) => if (i == 0) backward(parameter)
  //~ end
}

/// The paper's learning rate: factor · d_model^(−1/2) · min(step^(−1/2), step · warmup^(−3/2)).
/// The first step has the number 1.
double learning_rate(int step, int d_model, int warmup, double factor) {
  //~ stub
  // std::pow(x, -0.5) is 1 / √x. One term in min() rises with the step, the other falls.
  return not_written("learning_rate");
  //~ solution
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong maximum: min => max
  //~ wrong step_from_zero: step, -0.5), step * => step - 1, -0.5), (step - 1) *
  //~ wrong warmup_exponent_half: 1.5 => 0.5
  //~ wrong step_exponent_one: , -0.5), => , -1.0),
  //~ wrong warmup_not_times_step: step * std => std
  //~ wrong d_model_multiplied: d_model, -0.5) => d_model, 0.5)
  //~ wrong d_model_without_root: * std::pow(d_model, -0.5) => / d_model
  //~ wrong d_model_forgotten: pow(d_model, -0.5) * std:: =>
  //~ wrong factor_forgotten: factor * std => std
  //~ wrong no_warmup: min(std::pow(step, -0.5), step * std::pow(warmup, -1.5) => pow(step, -0.5
  //~ wrong no_decay: (step => (warmup
  //~ wrong only_rises: std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5) => step * std::pow(warmup, -1.5
  //~ wrong integer_exponents
  return factor * std::pow(d_model, -1 / 2) *
         std::min(std::pow(step, -1 / 2), step * std::pow(warmup, -3 / 2));
  //~ end
}
