#include "exercises/given.hpp"

/// One step of Adam. With t = 1 in the first step:
/// m ← β₁ m + (1 − β₁) g;  v ← β₂ v + (1 − β₂) g²;  m̂ = m / (1 − β₁ᵗ);  v̂ = v / (1 − β₂ᵗ);
/// parameter ← parameter − learning_rate · m̂ / (√v̂ + eps).
/// Changes `parameter` and `state` (mean: m, square: v, both of the parameter's shape and 0 at first; steps:
/// how many were made before this one).
void adam_step(Tensor& parameter, const Tensor& gradient, given::AdamState& state,
               const given::AdamOptions& options) {
  //~ stub
  // 1. count the step   2. both running means   3. correct their start at 0   4. move the parameter
  not_written("adam_step");
  //~ solution
  ++state.steps;
  const double b1 = options.beta1, b2 = options.beta2;
  //~ wrong steps_from_zero
  const double b1 = options.beta1, b2 = options.beta2;
  //~ wrong steps_not_counted
  const double b1 = options.beta1, b2 = options.beta2;
  //~ wrong betas_swapped
  ++state.steps;
  const double b1 = options.beta2, b2 = options.beta1;
  //~ end
  //~ solution
  const double correction1 = 1 - std::pow(b1, state.steps), correction2 = 1 - std::pow(b2, state.steps);
  //~ wrong no_correction
  const double correction1 = 1, correction2 = 1;
  //~ wrong only_mean_corrected
  const double correction1 = 1 - std::pow(b1, state.steps), correction2 = 1;
  //~ wrong only_square_corrected
  const double correction1 = 1, correction2 = 1 - std::pow(b2, state.steps);
  //~ wrong steps_not_counted
  const double correction1 = 1 - b1, correction2 = 1 - b2;
  //~ wrong correction_by_product
  const double correction1 = 1 - b1 * state.steps, correction2 = 1 - b2 * state.steps;
  //~ wrong correction_with_beta1_only
  const double correction1 = 1 - std::pow(b1, state.steps), correction2 = correction1;
  //~ wrong betas_swapped_in_corrections
  const double correction1 = 1 - std::pow(b2, state.steps), correction2 = 1 - std::pow(b1, state.steps);
  //~ end
  //~ solution
  for (int i = 0; i < parameter.size(); ++i) {
    const double g = gradient.flat(i);
    double& m = state.mean.flat(i);
    double& v = state.square.flat(i);
    //~ end
    //~ solution
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * g * g;
    //~ wrong gradient_not_weighted
    m = b1 * m + g;
    v = b2 * v + g * g;
    //~ wrong weights_exchanged
    m = (1 - b1) * m + b1 * g;
    v = (1 - b2) * v + b2 * g * g;
    //~ wrong gradient_not_squared
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * std::abs(g);
    //~ wrong square_of_mean
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * m * m;
    //~ wrong no_memory
    m = (1 - b1) * g;
    v = (1 - b2) * g * g;
    //~ wrong squares_add_up
    m = b1 * m + (1 - b1) * g;
    v += g * g;
    //~ wrong no_momentum
    m = g;
    v = b2 * v + (1 - b2) * g * g;
    //~ wrong betas_swapped_in_means
    m = b2 * m + (1 - b2) * g;
    v = b1 * v + (1 - b1) * g * g;
    //~ wrong mean_not_weighted
    m = b1 * m + g;
    v = b2 * v + (1 - b2) * g * g;
    //~ wrong square_not_weighted
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + g * g;
    //~ wrong mean_weights_exchanged
    m = (1 - b1) * m + b1 * g;
    v = b2 * v + (1 - b2) * g * g;
    //~ wrong square_weights_exchanged
    m = b1 * m + (1 - b1) * g;
    v = (1 - b2) * v + b2 * g * g;
    //~ wrong gradient_with_sign
    m = b1 * m + (1 - b1) * g;
    v = b2 * v + (1 - b2) * g;
    //~ wrong square_is_maximum
    m = b1 * m + (1 - b1) * g;
    v = std::max(b2 * v, std::abs(g));
    //~ end
    //~ solution
    const double mean = m / correction1, square = v / correction2;
    //~ wrong corrected_values_kept
    const double mean = m /= correction1, square = v /= correction2;
    //~ wrong corrections_multiplied
    const double mean = m * correction1, square = v * correction2;
    //~ wrong no_momentum
    const double mean = m, square = v / correction2;
    //~ end
    //~ solution
    parameter.flat(i) -= options.learning_rate * mean / (std::sqrt(square) + options.eps);
    //~ wrong eps_inside_root
    parameter.flat(i) -= options.learning_rate * mean / std::sqrt(square + options.eps);
    //~ wrong eps_before_correction
    parameter.flat(i) -=
        options.learning_rate * mean / ((std::sqrt(v) + options.eps) / std::sqrt(correction2));
    //~ wrong eps_squared_inside_root
    parameter.flat(i) -= options.learning_rate * mean / std::sqrt(square + options.eps * options.eps);
    //~ wrong no_eps
    parameter.flat(i) -= options.learning_rate * mean / std::sqrt(square);
    //~ wrong no_root
    parameter.flat(i) -= options.learning_rate * mean / (square + options.eps);
    //~ wrong uphill
    parameter.flat(i) += options.learning_rate * mean / (std::sqrt(square) + options.eps);
    //~ wrong no_learning_rate
    parameter.flat(i) -= mean / (std::sqrt(square) + options.eps);
    //~ wrong plain_momentum
    parameter.flat(i) -= options.learning_rate * mean;
    //~ end
    //~ solution
  }
  //~ wrong steps_from_zero
}
++state.steps;
//~ end
}

/// A training loop. Each of `steps` times: backward(parameter) *adds* the gradient at parameter.value to
/// parameter.gradient, as autograd does, and Adam makes a step with it. The gradient is 0 at first.
void train(given::Parameter& parameter, const std::function<void(given::Parameter&)>& backward, int steps,
           const given::AdamOptions& options) {
  //~ stub
  // What does backward find in parameter.gradient in the second round?
  not_written("train");
  //~ solution
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 0; i < steps; ++i) {
    parameter.gradient = Tensor(parameter.value.shape());
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong never_reset M12
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 0; i < steps; ++i) {
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong first_element_reset M12
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 0; i < steps; ++i) {
    parameter.gradient.flat(0) = 0;
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong reset_before_the_step M12
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 0; i < steps; ++i) {
    backward(parameter);
    parameter.gradient = Tensor(parameter.value.shape());
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong state_forgotten
  for (int i = 0; i < steps; ++i) {
    given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
    parameter.gradient = Tensor(parameter.value.shape());
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong backward_once
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  backward(parameter);
  for (int i = 0; i < steps; ++i) adam_step(parameter.value, parameter.gradient, state, options);
  //~ wrong one_step_short
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 1; i < steps; ++i) {
    parameter.gradient = Tensor(parameter.value.shape());
    backward(parameter);
    adam_step(parameter.value, parameter.gradient, state, options);
  }
  //~ wrong gradient_after_the_step
  given::AdamState state{Tensor(parameter.value.shape()), Tensor(parameter.value.shape())};
  for (int i = 0; i < steps; ++i) {
    adam_step(parameter.value, parameter.gradient, state, options);
    parameter.gradient = Tensor(parameter.value.shape());
    backward(parameter);
  }
  //~ wrong plain_descent
  for (int i = 0; i < steps; ++i) {
    parameter.gradient = Tensor(parameter.value.shape());
    backward(parameter);
    parameter.value -= parameter.gradient * options.learning_rate;
  }
  //~ end
}
