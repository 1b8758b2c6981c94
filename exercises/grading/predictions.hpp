// Exercises of evidence begin with questions whose answers are predicted before anything is run.
#pragma once

#include <fmt/format.h>

#include "exercises/grading/exercise.hpp"

namespace heed::grading {

/// The part "prediction", 2 points: the learner's answers to questions 1 to 5. As long as one of them is none
/// of 1, 2 and 3, none is judged: so all are predicted before anything is told. The points are for
/// predicting.
inline void ask_for_predictions(Exercise& e, int (*prediction)(int which)) {
  e.part(
      "prediction", {.points = 2, .questions = true},
      [prediction](Case& c) {
        std::vector<int> answers;
        for (int question = 1; question <= 5; ++question) {
          answers.push_back(prediction(question));
          if (answers.back() < 1 || answers.back() > 3)
            learn::not_written(fmt::format("prediction({})", question).c_str());
        }
        c.give("prediction", answers.at(static_cast<std::size_t>(c.integer("question") - 1)));
      },
      [](Cases& cases, Draw&) {
        for (int question = 1; question <= 5; ++question)
          cases.add(fmt::format("question {}", question)).integer("question", question);
      });
}

}  // namespace heed::grading

using heed::grading::ask_for_predictions;
