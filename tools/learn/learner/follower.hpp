// Follows one file: each new content is checked, and a check of an older content is cancelled.
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "lib/process/process.hpp"
#include "tools/learn/learner/file_watch.hpp"
#include "tools/learn/learner/outcome.hpp"

namespace heed {

/// A check that has begun: a program that will tell, or what is known already (a quiz).
struct StartedCheck {
  std::unique_ptr<Process> process = nullptr;
  std::optional<Outcome> outcome = {};
};

using StartCheck = std::function<StartedCheck(const std::string& content)>;
using FinishCheck = std::function<Outcome(const ProcessResult& result)>;

struct FollowOptions {
  WatchOptions watch = {};
  std::chrono::milliseconds quiet{
      30};  // an editor's save is several events: wait until none came for so long,
  std::chrono::milliseconds longest{300};  // but not longer than this in a storm of saves
};

/// Driven by a loop: wait with poll() for descriptors() and timeout(), then call advance(). Invariant: a
/// check runs on, and an outcome is shown for, exactly content(); advance() drops both when the file holds
/// something else.
class Follower {
 public:
  Follower(std::filesystem::path file, StartCheck start, FinishCheck finish, FollowOptions options);

  std::array<pollfd, 4> descriptors() const;
  /// Milliseconds; never negative.
  int timeout() const;

  /// Takes what has happened, without waiting. True when there is something new to show.
  bool advance();

  /// Checks the file again even if it is unchanged.
  void check_again();

  bool checking() const { return process_ != nullptr; }
  bool gone() const { return gone_; }
  bool polling() const { return watch_.polling(); }
  /// Of the file's present content, as far as is known; nothing while that is being checked.
  const std::optional<Outcome>& outcome() const { return outcome_; }
  const std::string& content() const { return content_; }
  double seconds() const { return seconds_; }  // from noticing the save to the outcome

 private:
  using Clock = std::chrono::steady_clock;
  bool look(Clock::time_point noticed);
  void start();
  void finish(Outcome outcome);

  std::filesystem::path file_;
  StartCheck start_check_;
  FinishCheck finish_check_;
  FollowOptions options_;
  FileWatch watch_;
  std::unique_ptr<Process> process_;
  std::optional<Outcome> outcome_;
  std::string content_;
  bool gone_ = false;
  std::optional<Clock::time_point> first_event_, last_event_;  // of a save that is not yet looked at
  Clock::time_point noticed_;
  double seconds_ = 0;
};

}  // namespace heed
