// Declares what the translator has to show, in this order.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exercises/translator/grammar.hpp"

namespace heed::translator {

struct StageResult {
  bool passed = false;
  std::string where{};  // what came out wrong, as a word: "graph", "layers", "padded", "gradients", …
  double number = 0;    // what was measured: a difference, a loss, per cent, a BLEU score
  std::string detail{};
};

/// Told now and then: how much of the stage is done, of how much, and the loss so far.
using Progress = std::function<void(int done, int of, double loss)>;

constexpr double tolerance = 1e-6;  // of differences: many right ways to add up, one result

/// The largest difference, in units of the largest expected number; infinite for another shape or NaN.
double difference(const Tensor& expected, const Tensor& got);

using RunStage = StageResult(const Parts& parts, const Grammar& grammar, const std::string& model_file,
                             const Progress& progress);
/// Three steps of Adam and of train_step beside those of the references; one batch learnt by heart by
/// train_step; training, which writes the
/// model; translating what was not in the training, and beam search with BLEU, which read it.
RunStage steps, overfit, train, held_out, search;

struct Stage {
  std::string name;
  RunStage* run;
};

/// forward and gradients, then those above in their order.
const std::vector<Stage>& stages();

/// The weights as a saved model of heed's, with the vocabularies.
void save(const Model& model, const Grammar& grammar, const std::string& file);
Model load(const Grammar& grammar, const std::string& file);

}  // namespace heed::translator
