#include "exercises/learn.hpp"

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

/// The rates of the steps 1 … count, in this order: (count).
Tensor schedule(int count, int d_model, int warmup, double factor) {
  //~ stub
  return not_written("schedule");
  //~ solution
  Tensor rates({count});
  for (int i = 0; i < count; ++i) rates(i) = learning_rate(i + 1, d_model, warmup, factor);
  return rates;
  //~ wrong schedule_from_zero: i + 1, => i,
  //~ end
}

/// The largest rate of the schedule. It is reached at step `warmup`.
double peak(int d_model, int warmup, double factor) {
  //~ stub
  return not_written("peak");
  //~ solution
  return factor / std::sqrt(static_cast<double>(d_model) * warmup);
  //~ wrong peak_of_the_first_step: factor / std::sqrt(static_cast<double>(d_model) * warmup => learning_rate(1, d_model, warmup, factor
  //~ wrong peak_without_warmup: ) * warmup) => ))
  //~ wrong peak_of_an_int: static_cast<double>(d_model) * warmup => static_cast<int>(static_cast<unsigned>(d_model) * static_cast<unsigned>(warmup))
  //~ end
}
