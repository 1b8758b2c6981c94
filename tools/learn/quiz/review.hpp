// Old questions of quizzes come back after days, those that were wrong sooner: spaced review.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/learn/course/course.hpp"
#include "tools/learn/course/record.hpp"
#include "tools/learn/quiz/quiz_answers.hpp"

namespace heed {

/// Days since 1970-01-01 by this machine's calendar.
int day_of_today();

/// The record decides what is due: a question that was answered rightly comes back after 3 days, then 7, 15
/// and 31; one that was not, on the next day. At most three a day.
class Review {
 public:
  Review(const Course& course, Record& record, int today = day_of_today());

  /// Takes up the answered questions of a quiz that are not on the calendar yet.
  void take_up(const std::string& quiz, const QuizResult& result);

  /// How many are still to be asked today; 0 where the review is switched off.
  std::size_t due() const { return waiting().size(); }
  void switch_off();
  void switch_on();
  /// The one that has been due for longest.
  std::optional<Question> next() const;
  /// The answer to next(): when it comes back, and the answer judged. An unreadable or empty one changes
  /// nothing.
  AnsweredQuestion answer(const std::string& given);

 private:
  struct Due {
    std::string key;  // "quiz_mask/variance"
    Question question;
  };
  std::vector<Due> waiting() const;

  const Course& course_;
  Record& record_;
  int today_;
};

}  // namespace heed
