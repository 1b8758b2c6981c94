#include "tools/learn/learner/follower.hpp"

#include <utility>

#include "exercises/grading/text_file.hpp"
#include "lib/core/seconds.hpp"

namespace heed {

Follower::Follower(std::filesystem::path file, StartCheck start, FinishCheck finish)
    : file_(std::move(file)),
      start_check_(std::move(start)),
      finish_check_(std::move(finish)),
      noticed_(Clock::now()) {
  if (auto content = read_if_there(file_)) {
    content_ = std::move(*content);
    this->start();
  } else {
    gone_ = true;
  }
}

std::array<pollfd, 3> Follower::descriptors() const {
  constexpr pollfd none{-1, POLLIN, 0};
  return process_ ? process_->outputs() : std::array<pollfd, 3>{none, none, none};
}

bool Follower::advance() {
  bool news = look();
  if (!process_) return news;
  if (auto result = process_->advance()) {
    process_.reset();
    finish(finish_check_(*result));
    news = true;
  }
  return news;
}

void Follower::check_again() {
  if (gone_) return;
  noticed_ = Clock::now();
  start();
}

/// When the file holds something new, what was known or under way is dropped.
bool Follower::look() {
  auto content = read_if_there(file_);
  if (!content) {
    process_.reset();
    outcome_.reset();
    seen_.reset();
    return !std::exchange(gone_, true);
  }
  if (!gone_ && *content == content_) {
    seen_.reset();
    return false;
  }
  if (seen_ != content) {
    if (!seen_) noticed_ = Clock::now();
    seen_ = std::move(content);
    return false;
  }
  gone_ = false;
  content_ = std::move(*std::exchange(seen_, std::nullopt));
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
  seconds_ = seconds_since(noticed_);
}

}  // namespace heed
