// Exercises of evidence begin with questions whose answers are predicted before anything is run.
#pragma once

#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

namespace heed::grading {

/// The part "prediction", 2 points: the learner's answers to questions 1 to 5.
inline void ask_for_predictions(Exercise& e, int (*prediction)(int which)) {
  e.part(
      "prediction", {.points = 2, .questions = true},
      [prediction](Case& c) { c.give("prediction", prediction(c.integer("question"))); },
      [](Cases& cases, Draw&) {
        for (int question = 1; question <= 5; ++question)
          cases.add(fmt::format("question {}", question)).integer("question", question);
      });
}

}  // namespace heed::grading

using heed::grading::ask_for_predictions;
