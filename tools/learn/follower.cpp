#include "tools/learn/follower.hpp"

#include <utility>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"

namespace heed {

Follower::Follower(const Learner& learner, CourseExercise exercise, GradeOptions options)
    : learner_(learner), exercise_(std::move(exercise)), options_(std::move(options)) {
  look();
}

std::array<pollfd, 3> Follower::descriptors() const {
  constexpr pollfd none{-1, POLLIN, 0};
  return process_ ? process_->outputs() : std::array<pollfd, 3>{none, none, none};
}

bool Follower::advance() {
  const bool news = look();
  if (!process_) return news;
  const auto result = process_->advance();
  if (!result) return news;
  process_.reset();
  verdict_ = Grader::verdict_of(*result);
  return true;
}

/// When the file holds something new, what was known or under way is dropped.
bool Follower::look() {
  auto content = read_if_there(learner_.answers().path(exercise_));
  if (gone_ ? !content : content == content_) return false;
  process_.reset();
  verdict_.reset();
  gone_ = !content;
  if (gone_) return true;
  content_ = std::move(*content);
  try {
    if (exercise_.is_quiz())
      verdict_ = learner_.check_quiz(exercise_, content_);
    else
      process_ = learner_.start_check(exercise_, options_);
  } catch (const Error& problem) {
    verdict_ = Verdict{.trouble = localized(problem)};
  }
  return true;
}

}  // namespace heed
