#include "exercises/given.hpp"

/// B sentences of T tokens: <bos> w1 … wn <eos>, filled up with the id of padding.
using Rows = std::vector<std::vector<int>>;

/// As torch.nn.utils.clip_grad_norm_: the norm is the root of the sum of the squares of *all* gradients. If
/// it is larger than max_norm, all gradients are multiplied by max_norm / norm. Returns the norm before that.
double clip_gradients(std::vector<given::Parameter>& parameters, double max_norm) {
  //~ stub
  // for (given::Parameter& p : parameters): p.gradient is a Tensor of any shape; *= takes a number
  return not_written("clip_gradients");
  //~ solution
  double squares = 0;
  for (const given::Parameter& p : parameters) {
    for (const double g : p.gradient.values()) squares += g * g;
  }
  const double norm = std::sqrt(squares);
  if (norm > max_norm) {
    for (given::Parameter& p : parameters) p.gradient *= max_norm / norm;
  }
  return norm;
  //~ wrong always_scaled: if (norm > max_norm) { => {
  //~ wrong norm_without_root: std::sqrt(squares) => squares
  //~ wrong clipped_to_one: max_norm / norm => 1 / norm
  //~ wrong factor_inverted: max_norm / norm => norm / max_norm
  //~ wrong returns_the_norm_after: return norm => return std::min(norm, max_norm)
  //~ wrong largest_element: squares += g * g => squares = std::max(squares, g * g)
  //~ wrong sum_of_absolutes: squares += g * g => squares += std::abs(g) | std::sqrt(squares) => squares
  //~ wrong clipped_per_tensor
  double all = 0;
  for (given::Parameter& p : parameters) {
    double squares = 0;
    for (const double g : p.gradient.values()) squares += g * g;
    all += squares;
    if (std::sqrt(squares) > max_norm) p.gradient *= max_norm / std::sqrt(squares);
  }
  return std::sqrt(all);
  //~ wrong clipped_by_value
  double squares = 0;
  for (given::Parameter& p : parameters) {
    for (int i = 0; i < p.gradient.size(); ++i) {
      squares += p.gradient.flat(i) * p.gradient.flat(i);
      p.gradient.flat(i) = std::max(-max_norm, std::min(max_norm, p.gradient.flat(i)));
    }
  }
  return std::sqrt(squares);
  //~ end
}

/// One step of training on a batch. Returns the loss before it.
double train_step(given::Training& training, const Rows& batch) {
  //~ stub
  // The decoder reads one part of the batch and must predict another: which? In which order come zero, forward and backward, clip,
  // rate and update?
  return not_written("train_step");
  //~ solution
  Rows inputs = batch, labels = batch;
  for (std::vector<int>& row : inputs) row.pop_back();
  for (std::vector<int>& row : labels) row.erase(row.begin());

  //~ wrong labels_are_inputs M19: row.erase(row.begin()) => row.pop_back()
  //~ wrong not_shifted M19: row.pop_back() => row.size() | row.erase(row.begin()) => row.size()
  //~ wrong shifted_backwards: row.pop_back() => row.erase(row.begin()) | labels) row.erase(row.begin()) => labels) row.pop_back()
  //~ end
  //~ solution
  for (given::Parameter& p : training.parameters) p.gradient = Tensor(p.value.shape());
  //~ wrong never_zeroed M12: for (given::Parameter& p : training.parameters) p.gradient = Tensor(p.value.shape()); =>
  //~ wrong step_before_backward: for (given::Parameter& p : training.parameters) p.gradient = Tensor(p.value.shape()); => training.adam.learning_rate = training.rate(++training.steps); for (std::size_t i = 0; i < training.parameters.size(); ++i) { given::Parameter& p = training.parameters[i]; given::adam_step(p.value, p.gradient, training.states[i], training.adam); p.gradient = Tensor(p.value.shape()); }
  //~ end
  //~ solution
  const double loss = training.forward_backward(training.parameters, inputs, labels, training.pad);
  //~ wrong padding_counted M14: training.pad) => -1)
  //~ wrong zeroed_after_backward: training.pad); => training.pad); for (given::Parameter& p : training.parameters) p.gradient = Tensor(p.value.shape());
  //~ end
  //~ solution
  clip_gradients(training.parameters, training.max_norm);

  //~ wrong not_clipped: clip_gradients(training.parameters, training.max_norm); =>
  //~ end
  //~ solution
  training.adam.learning_rate = training.rate(++training.steps);
  for (std::size_t i = 0; i < training.parameters.size(); ++i) {
    given::Parameter& p = training.parameters[i];
    given::adam_step(p.value, p.gradient, training.states[i], training.adam);
  }
  return loss;
  //~ wrong rate_of_the_step_before: ++training.steps => training.steps++
  //~ wrong rate_never_set: training.adam.learning_rate = training.rate(++training.steps) => ++training.steps
  //~ wrong steps_not_counted: ++training.steps => training.steps + 1
  //~ wrong counted_for_each_parameter: training.adam.learning_rate = training.rate(++training.steps); => | given::Parameter& p => training.adam.learning_rate = training.rate(++training.steps); given::Parameter& p
  //~ wrong state_forgotten: training.states[i], => state, | given::adam_step => given::AdamState state{Tensor(p.value.shape()), Tensor(p.value.shape())}; given::adam_step
  //~ wrong plain_descent: given::adam_step(p.value, p.gradient, training.states[i], training.adam) => p.value -= p.gradient * training.adam.learning_rate
  //~ wrong loss_after_the_step: return loss => return training.forward_backward(training.parameters, inputs, labels, training.pad)
  //~ wrong step_before_backward
  return loss;
  //~ end
}

/// Trains on one batch until the loss that train_step returns is below `bound`, in at most `most` steps.
/// Returns the losses of all steps, that of the last one included.
std::vector<double> overfit(given::Training& training, const Rows& batch, double bound, int most) {
  //~ stub
  return not_written("overfit");
  //~ solution
  std::vector<double> losses;
  while (static_cast<int>(losses.size()) < most) {
    losses.push_back(train_step(training, batch));
    if (losses.back() < bound) break;
  }
  return losses;
  //~ wrong never_stops: if (losses.back() < bound) break; =>
  //~ wrong last_loss_missing: losses.push_back(train_step(training, batch)); => const double loss = train_step(training, batch); | losses.back() < bound) break; => loss < bound) break; losses.push_back(loss);
  //~ wrong one_step_too_many: losses.back() < bound => done | losses.push_back(train_step(training, batch)); => const bool done = !losses.empty() && losses.back() < bound; losses.push_back(train_step(training, batch));
  //~ wrong one_step_too_few: < most => + 1 < most
  //~ wrong stops_when_worse: losses.back() < bound => losses.size() > 1 && losses.back() > losses[losses.size() - 2]
  //~ end
}
