// Clipping with one factor for all cases, no gradient kept at all, a do-while loop.
#include "exercises/given.hpp"

using Rows = std::vector<std::vector<int>>;

double clip_gradients(std::vector<given::Parameter>& parameters, double max_norm) {
  double norm = 0;
  for (const given::Parameter& p : parameters)
    for (const double g : p.gradient.values()) norm = std::hypot(norm, g);
  const double factor = norm <= max_norm ? 1 : max_norm / norm;
  for (given::Parameter& p : parameters)
    for (int i = 0; i < p.gradient.size(); ++i) p.gradient.flat(i) *= factor;
  return norm;
}

double train_step(given::Training& training, const Rows& batch) {
  Rows inputs(batch.size()), labels(batch.size());
  for (std::size_t b = 0; b < batch.size(); ++b) {
    for (std::size_t t = 0; t + 1 < batch[b].size(); ++t) {
      inputs[b].push_back(batch[b][t]);
      labels[b].push_back(batch[b][t + 1]);
    }
  }
  for (given::Parameter& p : training.parameters) p.gradient = Tensor();
  const double loss = training.forward_backward(training.parameters, inputs, labels, training.pad);
  clip_gradients(training.parameters, training.max_norm);
  const double rate = training.rate(++training.steps);
  for (std::size_t i = 0; i < training.states.size(); ++i) {
    auto& [value, gradient] = training.parameters[i];
    training.adam.learning_rate = rate;
    given::adam_step(value, gradient, training.states[i], training.adam);
  }
  return loss;
}

std::vector<double> overfit(given::Training& training, const Rows& batch, double bound, int most) {
  std::vector<double> losses;
  if (most > 0) {
    do losses.push_back(train_step(training, batch));
    while (losses.back() >= bound && static_cast<int>(losses.size()) < most);
  }
  return losses;
}
