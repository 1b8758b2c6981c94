#include "exercises/learn.hpp"

/// The paper's learning rate: factor · d_model^(−1/2) · min(step^(−1/2), step · warmup^(−3/2)).
/// The first step has the number 1.
double learning_rate(int step, int d_model, int warmup, double factor) {
  //~ stub
  // std::pow(x, -0.5) is 1 / √x. One of the two in min() rises with the step, the other falls.
  return not_written("learning_rate");
  //~ solution
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong maximum
  return factor * std::pow(d_model, -0.5) * std::max(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong step_from_zero
  return factor * std::pow(d_model, -0.5) *
         std::min(std::pow(step - 1, -0.5), (step - 1) * std::pow(warmup, -1.5));
  //~ wrong step_too_far
  return factor * std::pow(d_model, -0.5) *
         std::min(std::pow(step + 1, -0.5), (step + 1) * std::pow(warmup, -1.5));
  //~ wrong warmup_exponent_half
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -0.5));
  //~ wrong warmup_exponent_one
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.0));
  //~ wrong warmup_exponent_two
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -2.0));
  //~ wrong step_exponent_one
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -1.0), step * std::pow(warmup, -1.5));
  //~ wrong warmup_not_times_step
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), std::pow(warmup, -1.5));
  //~ wrong d_model_multiplied
  return factor * std::pow(d_model, 0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong d_model_without_root
  return factor / d_model * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong d_model_forgotten
  return factor * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong factor_forgotten
  return std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong no_warmup
  return factor * std::pow(d_model, -0.5) * std::pow(step, -0.5);
  //~ wrong no_decay
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(warmup, -0.5), step * std::pow(warmup, -1.5));
  //~ wrong only_rises
  return factor * std::pow(d_model, -0.5) * step * std::pow(warmup, -1.5);
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
  //~ wrong schedule_from_zero
  Tensor rates({count});
  for (int i = 0; i < count; ++i) rates(i) = learning_rate(i, d_model, warmup, factor);
  return rates;
  //~ wrong schedule_from_two
  Tensor rates({count});
  for (int i = 0; i < count; ++i) rates(i) = learning_rate(i + 2, d_model, warmup, factor);
  return rates;
  //~ wrong starts_with_zero
  Tensor rates({count + 1});
  for (int i = 1; i <= count; ++i) rates(i) = learning_rate(i, d_model, warmup, factor);
  return rates;
  //~ wrong last_step_missing
  Tensor rates({count});
  for (int i = 1; i < count; ++i) rates(i - 1) = learning_rate(i, d_model, warmup, factor);
  return rates;
  //~ wrong rates_added_up
  Tensor rates({count});
  double sum = 0;
  for (int i = 0; i < count; ++i) rates(i) = sum += learning_rate(i + 1, d_model, warmup, factor);
  return rates;
  //~ end
}

/// The largest rate of the schedule. It is reached at step `warmup`.
double peak(int d_model, int warmup, double factor) {
  //~ stub
  return not_written("peak");
  //~ solution
  return factor / std::sqrt(static_cast<double>(d_model) * warmup);
  //~ wrong peak_of_the_first_step
  return learning_rate(1, d_model, warmup, factor);
  //~ wrong peak_is_the_factor
  return factor;
  //~ wrong peak_without_warmup
  return factor / std::sqrt(static_cast<double>(d_model));
  //~ wrong peak_without_root
  return factor / (static_cast<double>(d_model) * warmup);
  //~ wrong peak_one_late
  return learning_rate(warmup + 1, d_model, warmup, factor);
  //~ wrong peak_one_early
  return learning_rate(warmup - 1, d_model, warmup, factor);
  //~ end
}
