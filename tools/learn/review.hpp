// Old questions of quizzes come back after days, those that were wrong sooner: spaced review.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/learn/course.hpp"
#include "tools/learn/quiz.hpp"
#include "tools/learn/record.hpp"

namespace heed {

/// Days since 1970-01-01 by this machine's calendar.
int day_of_today();

/// The record decides what is due: a question that was answered rightly comes back after 3 days, then 7, 15
/// and so on; one that was not, on the next day. At most three a day.
class Review {
 public:
  Review(const Course& course, Record& record, int today = day_of_today())
      : course_(course), record_(record), today_(today) {}

  /// Takes up the answered questions of a quiz that are not on the calendar yet.
  void take_up(const std::string& quiz, const Verdict& verdict);

  std::size_t due() const { return waiting().size(); }
  /// The one that has been due for longest.
  std::optional<Question> next() const;
  /// Judges an answer to next(). An unreadable or empty one changes nothing.
  PartVerdict answer(const std::string& given);

 private:
  std::vector<std::pair<std::string, Question>> waiting() const;

  const Course& course_;
  Record& record_;
  int today_;
};

}  // namespace heed
