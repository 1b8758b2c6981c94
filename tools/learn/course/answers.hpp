// The learner's own files: answers/<chapter>/<name>, made from stubs and never overwritten.
#pragma once

#include <filesystem>
#include <string>

#include "tools/learn/course/course.hpp"

namespace heed {

class Answers {
 public:
  explicit Answers(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path(const CourseExercise& exercise) const { return folder_ / exercise.answer(); }

  /// Writes the answer from `stub` when there is none, and remembers the stub. True when it was written.
  bool create(const CourseExercise& exercise, const std::string& stub) const;

  /// A fresh copy of `stub` in the answer's place. Returns where the old answer went: answers/.backup/…, with
  /// the time in its name; empty when there was none.
  std::filesystem::path reset(const CourseExercise& exercise, const std::string& stub) const;

  /// Is the answer there and different from the stub it was made from?
  bool begun(const CourseExercise& exercise) const;

  /// A copy of `content` to grade, so that a save meanwhile changes nothing: answers/.check/….
  std::filesystem::path snapshot(const CourseExercise& exercise, const std::string& content) const;

 private:
  std::filesystem::path stub_path(const CourseExercise& exercise) const {
    return folder_ / ".stubs" / exercise.answer();
  }

  std::filesystem::path folder_;
};

}  // namespace heed
