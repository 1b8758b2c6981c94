// Training a classifier: each example has a class.
#pragma once

#include <functional>
#include <vector>

#include "nn/training_task.hpp"

namespace heed::inline HEED_PRECISION {

/// Examples, by the logits (B, classes) that a model gives some of them, with their classes.
struct LabelledSet {
  std::function<Variable(std::span<const std::size_t> examples)> logits{};
  std::vector<std::int32_t> classes{};
};

struct ClassificationOptions {
  std::size_t batch = 64;
  double label_smoothing = 0;
  std::uint64_t seed = 0;  // of the order
};

/// Cross entropy of each example's class. Without `valid_set` the training loss stands for the validation
/// loss. Throws Error if there is nothing to train on.
TrainingTask classification_task(const Module& model, LabelledSet train_set, LabelledSet valid_set = {},
                                 const ClassificationOptions& options = {});

/// How a model does on examples, in evaluation mode and without a graph.
struct Classified {
  double loss = 0;                        // nats an example
  double accuracy = 0;                    // share whose largest logit is that of their class
  std::vector<std::int32_t> predicted{};  // the class of the largest logit
};
Classified classify(const Module& model, const LabelledSet& set, std::size_t batch = 256);

}  // namespace heed
