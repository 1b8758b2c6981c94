// How the translator learns: its two trainings, and one step of them.
#pragma once

#include "exercises/translator/grammar.hpp"

namespace heed::translator {

Model new_model(const Grammar& grammar);

/// Seven of the training's, of different lengths, so that padding is needed.
std::vector<Sentence> few_sentences(const Grammar& grammar);

/// Every number below `count` once, in another order for each `round`.
std::vector<std::size_t> another_order(std::size_t count, std::size_t round);

/// overfit: the same few sentences until the loss is small. train: all of them several times.
enum class Lessons { overfit, train };

class Batches {
 public:
  Batches(const Grammar& grammar, Lessons lessons);
  int steps() const;
  /// Of the step `step`, the first is 1.
  std::vector<Sentence> of(int step) const;
  /// A loss at which the training may end.
  double learnt() const { return lessons_ == Lessons::overfit ? 0.05 : 0; }

 private:
  static constexpr int overfit_steps = 200, epochs = 14, batch_size = 16;
  int in_an_epoch() const { return (static_cast<int>(sentences_.size()) + batch_size - 1) / batch_size; }

  Lessons lessons_;
  std::vector<Sentence> sentences_;
};

/// By the weights' names.
using AdamStates = std::map<std::string, given::AdamState>;
AdamStates no_steps(const Model& model);

double learning_rate(const Parts& parts, int step);
given::AdamOptions adam_options(double learning_rate);
/// One step of Adam for every weight.
void move(const Parts& parts, Model& model, AdamStates& states, const Loss& loss, double learning_rate);

/// Model and Adam, a step for each batch.
class Training {
 public:
  Training(const Parts& parts, const Grammar& grammar)
      : parts_(parts), model_(new_model(grammar)), states_(no_steps(model_)) {}

  /// The loss before it.
  double step(const std::vector<Sentence>& batch);
  const Model& model() const { return model_; }

 private:
  const Parts& parts_;
  Model model_;
  AdamStates states_;
  int steps_ = 0;
};

}  // namespace heed::translator
