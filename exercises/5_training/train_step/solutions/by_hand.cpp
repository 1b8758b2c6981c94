// Adam by its formula; the labels as long as the batch, with padding behind the last one.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;

double clip_gradients(std::vector<given::Parameter>& parameters, double max_norm) {
  std::vector<double> all;
  for (const given::Parameter& p : parameters)
    for (const double g : p.gradient.values()) all.push_back(g);
  const double norm = std::sqrt(std::inner_product(all.begin(), all.end(), all.begin(), 0.0));
  for (given::Parameter& p : parameters)
    if (norm > max_norm) p.gradient = max_norm * p.gradient / norm;
  return norm;
}

void move(Tensor& parameter, const Tensor& g, given::AdamState& state, const given::AdamOptions& options) {
  state.steps += 1;
  state.mean = options.beta1 * state.mean + (1 - options.beta1) * g;
  state.square = options.beta2 * state.square + (1 - options.beta2) * g * g;
  const Tensor mean = state.mean / (1 - std::pow(options.beta1, state.steps)),
               square = state.square / (1 - std::pow(options.beta2, state.steps));
  for (int i = 0; i < parameter.size(); ++i)
    parameter.flat(i) -= options.learning_rate * mean.flat(i) / (std::sqrt(square.flat(i)) + options.eps);
}

double train_step(given::Training& training, const Rows& batch) {
  Rows labels;
  for (const std::vector<int>& row : batch) {
    labels.emplace_back(row.begin() + 1, row.end());
    labels.back().push_back(training.pad);
  }
  for (given::Parameter& p : training.parameters) p.gradient *= 0.0;
  const double loss = training.forward_backward(training.parameters, batch, labels, training.pad);
  clip_gradients(training.parameters, training.max_norm);
  given::AdamOptions options = training.adam;
  options.learning_rate = training.rate(training.steps + 1);
  for (std::size_t i = 0; i != training.parameters.size(); ++i)
    move(training.parameters[i].value, training.parameters[i].gradient, training.states[i], options);
  ++training.steps;
  return loss;
}

std::vector<double> overfit(given::Training& training, const Rows& batch, double bound, int most) {
  if (most == 0) return {};
  const double loss = train_step(training, batch);
  std::vector<double> losses{loss};
  if (loss < bound) return losses;
  for (const double later : overfit(training, batch, bound, most - 1)) losses.push_back(later);
  return losses;
}
