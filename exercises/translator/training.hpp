// How the translator learns: what it learns from, and one step.
#pragma once

#include "exercises/translator/grammar.hpp"

namespace heed::translator {

Model new_model(const Grammar& grammar);

/// Seven of the training's, of different lengths, so that padding is needed.
std::vector<Sentence> few_sentences(const Grammar& grammar);

/// The batches of all epochs, each in another order.
std::vector<std::vector<Sentence>> training_batches(const Grammar& grammar);

/// Model and Adam, a step for each batch.
class Training {
 public:
  Training(const Parts& parts, const Grammar& grammar);

  /// Returns the loss before it.
  double step(const std::vector<Sentence>& batch);
  const Model& model() const { return model_; }

 private:
  const Parts& parts_;
  Model model_;
  std::map<std::string, given::AdamState> states_;  // by the weights' names
  int steps_ = 0;
};

/// Model, loss, Adam and schedule as train_step takes them, for a batch whose sources are those of
/// `sentences`; the parameters are those of `model`, which must outlive it, in the order of their names.
given::Training script_of(const Parts& parts, Model& model, const std::vector<Sentence>& sentences);
/// The batch of that script: <bos>, the words, <eos> and padding.
Rows script_batch(const std::vector<Sentence>& sentences);

}  // namespace heed::translator
