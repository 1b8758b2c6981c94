// The stages in which the learner's parts train and translate, and what all stages compare by.
#pragma once

#include "exercises/translator/stages.hpp"

namespace heed::translator {

constexpr double tolerance = 1e-6;  // of differences: many right ways to add up, one result

/// The largest difference, in units of the largest expected number; infinite for another shape or NaN.
double difference(const Tensor& expected, const Tensor& got);

/// A gradient that should be 0, as that of the key's bias, which adds the same to all scores of a row:
/// another way to add up makes other rounding of it.
bool nothing_but_rounding(const Tensor& gradient);

/// The learning rate of a step beside the reference's.
StageResult compared_rate(const Parts& parts, int step);

/// Three steps of Adam beside those of the references; of every step of the training the learning rate, and
/// what Adam makes of two weights.
StageResult steps(const Parts& parts, const Grammar& grammar, const std::string& file,
                  const Progress& progress);
/// One batch is learnt by heart.
StageResult overfit(const Parts& parts, const Grammar& grammar, const std::string& file,
                    const Progress& progress);
/// Trains and writes the model to `file`.
StageResult train(const Parts& parts, const Grammar& grammar, const std::string& file,
                  const Progress& progress);
/// Translates what was not in the training with the model in `file`.
StageResult held_out(const Parts& parts, const Grammar& grammar, const std::string& file,
                     const Progress& progress);
/// Beam search and BLEU with the model in `file`.
StageResult search(const Parts& parts, const Grammar& grammar, const std::string& file,
                   const Progress& progress);

}  // namespace heed::translator
