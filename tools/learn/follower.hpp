// Follows one file: each new content is checked, and a check of an older content is cancelled.
#pragma once

#include <poll.h>

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "tools/learn/learner.hpp"

namespace heed {

/// Driven by a loop: wait with poll() for descriptors() and timeout, then call advance(). It reads the file
/// each time, so that no file system has to tell of changes, and drops a check or a verdict on anything
/// else: a save in two pieces is checked once more.
class Follower {
 public:
  Follower(const Learner& learner, CourseExercise exercise, GradeOptions options);

  std::array<pollfd, 3> descriptors() const;
  static constexpr int timeout = 30;  // milliseconds

  /// Does not wait. True when there is something new to show.
  bool advance();

  bool gone() const { return gone_; }
  /// Returns the verdict on the file's present content, if known; nothing while that is being checked.
  const std::optional<Verdict>& verdict() const { return verdict_; }
  const std::string& content() const { return content_; }

 private:
  bool look();

  const Learner& learner_;
  CourseExercise exercise_;
  GradeOptions options_;
  std::unique_ptr<Process> process_;
  std::optional<Verdict> verdict_;
  std::string content_;
  bool gone_ = true;
};

}  // namespace heed
