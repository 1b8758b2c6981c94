#include "tools/learn/learner/follower.hpp"

#include <algorithm>
#include <utility>

#include "exercises/grading/text_file.hpp"

namespace heed {

Follower::Follower(std::filesystem::path file, StartCheck start, FinishCheck finish, FollowOptions options)
    : file_(std::move(file)),
      start_check_(std::move(start)),
      finish_check_(std::move(finish)),
      options_(options),
      watch_(file_, options.watch),
      noticed_(Clock::now()) {
  // Only after the watch has begun, so that no save falls between.
  if (auto content = read_if_there(file_)) {
    content_ = std::move(*content);
    this->start();
  } else {
    gone_ = true;
  }
}

std::array<pollfd, 4> Follower::descriptors() const {
  constexpr pollfd none{-1, POLLIN, 0};
  const auto [out, err, report] = process_ ? process_->outputs() : std::array<pollfd, 3>{none, none, none};
  return {{{watch_.descriptor(), POLLIN, 0}, out, err, report}};
}

int Follower::timeout() const {
  int shortest = watch_.timeout();
  if (first_event_) {
    const auto due = std::min(*last_event_ + options_.quiet, *first_event_ + options_.longest);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
    shortest = std::min(shortest, static_cast<int>(std::max<std::int64_t>(0, left)));
  }
  if (process_ && process_->has_closed_outputs()) shortest = std::min(shortest, Process::ending_milliseconds);
  return shortest;
}

bool Follower::advance() {
  const auto now = Clock::now();
  if (watch_.changed()) {
    if (!first_event_) first_event_ = now;
    last_event_ = now;
  }
  bool news = false;
  if (first_event_ && (now >= *last_event_ + options_.quiet || now >= *first_event_ + options_.longest)) {
    const auto noticed = *first_event_;
    first_event_ = last_event_ = std::nullopt;
    news = look(noticed);
  }
  if (process_) {
    if (auto result = process_->advance()) {
      process_.reset();
      finish(finish_check_(*result));
      news = true;
    }
  }
  return news;
}

void Follower::check_again() {
  if (gone_) return;
  noticed_ = Clock::now();
  start();
}

/// Reads the file; when it holds something new, what was known or under way is dropped.
bool Follower::look(Clock::time_point noticed) {
  auto content = read_if_there(file_);
  if (!content) {
    process_.reset();
    outcome_.reset();
    return !std::exchange(gone_, true);
  }
  if (!gone_ && *content == content_) return false;
  gone_ = false;
  content_ = std::move(*content);
  noticed_ = noticed;
  start();
  return true;
}

void Follower::start() {
  process_.reset();  // ends a check of older content
  outcome_.reset();
  StartedCheck started = start_check_(content_);
  process_ = std::move(started.process);
  if (started.outcome) finish(std::move(*started.outcome));
}

void Follower::finish(Outcome outcome) {
  outcome_ = std::move(outcome);
  seconds_ = std::chrono::duration<double>(Clock::now() - noticed_).count();
}

}  // namespace heed
