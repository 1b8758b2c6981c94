// Predictions count as they were first made: who may try until all are right predicts nothing.
#pragma once

#include <string>

#include "exercises/grading/verdict.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/course/record.hpp"

namespace heed {

/// Writes down the first predictions that were judged (exercises/grading/predictions.hpp); later ones change
/// nothing.
void note_predictions(ExerciseRecord& record, const Verdict& verdict);

/// The verdict without points for predictions of which the first were not all right. A record that says they
/// were gives none: anybody can write one, so the file has to say the same.
Verdict with_first_predictions(const ExerciseRecord& record, Verdict verdict);

/// "counted: your first answer (1,2,3), not all right; …": nothing where it was right and still is.
/// `options` as Learner::options.
Bilingual first_predictions_text(const ExerciseRecord& record, const Verdict& verdict,
                                 const std::string& options);

/// Without the list of all predictions among what is shown of a case: first_predictions_text says it.
Verdict without_predictions_shown(Verdict verdict);

}  // namespace heed
