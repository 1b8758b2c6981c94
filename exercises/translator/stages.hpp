// What the translator has to show, in this order.
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

struct Stage {
  std::string name;
  StageResult (*run)(const Parts& parts, const Grammar& grammar, const std::string& model_file,
                     const Progress& progress);
};

/// forward, gradients, steps, overfit, train (which writes the model), held_out and search (which read it).
const std::vector<Stage>& stages();

/// The weights as a saved model of heed's, with the vocabularies.
void save(const Model& model, const Grammar& grammar, const std::string& file);
Model load(const Grammar& grammar, const std::string& file);

}  // namespace heed::translator
