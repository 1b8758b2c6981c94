#include "tools/learn/watch_session.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "tools/learn/keyboard.hpp"
#include "tools/learn/markdown.hpp"
#include "tools/learn/words.hpp"

namespace heed {

WatchSession::WatchSession(Learner& learner, const WatchModeOptions& options)
    : learner_(learner), options_(options), stub_news_(learner.look()) {
  follow();
}

/// Begins to follow the current exercise.
void WatchSession::follow() {
  const CourseExercise exercise = learner_.current();
  learner_.go_to(exercise);
  learner_.prepare(exercise);
  stub_news_ = Page(learner_.look());
  learner_.show_stub_news(stub_news_, exercise);
  follower_.reset();  // ends a check of the exercise before
  follower_ = std::make_unique<Follower>(
      learner_.answers().path(exercise),
      [this, exercise](const std::string& content) {
        return learner_.start_check(exercise, content, options_.grade);
      },
      Learner::finish_check, FollowOptions{.watch = {.poll = options_.poll}});
  view_ = WatchView::exercise;
  input_ = WatchInput::command;
  hints_shown_ = told_hints_ = 0;
  all_hints_ = false;
  told_exercise_ = told_outcome_ = false;
  note_outcome();
}

void WatchSession::note_outcome() {
  if (!follower_->outcome()) told_outcome_ = false;
  if (follower_->outcome()) learner_.remember(learner_.current(), *follower_->outcome());
}

void WatchSession::go_to(std::size_t number) {
  const auto& all = learner_.course().exercises();
  const Language language = learner_.look().language;
  if (number < 1) {
    notice_ = say(language, Say::first_exercise);
  } else if (number > all.size()) {
    notice_ = say(language, Say::last_exercise);
  } else {
    learner_.go_to(all[number - 1]);
    follow();
  }
}

void WatchSession::show_solution() {
  view_ = WatchView::solution;
  input_ = WatchInput::any_key;
}

void WatchSession::command(const std::string& key) {
  const CourseExercise exercise = learner_.current();
  const auto number = static_cast<std::size_t>(exercise.number);
  if (key == "n") go_to(number + 1);
  if (key == "p") go_to(number - 1);
  if (key == "h") {
    all_hints_ = hints_shown_ > 0 && hints_shown_ == learner_.hint_count(exercise);
    told_hints_ = all_hints_ ? 0 : told_hints_;
    hints_shown_ = learner_.next_hint(exercise);
  }
  if (key == "h" && learner_.hint_count(exercise) == 0)
    notice_ = say(learner_.look().language, Say::no_hints);
  if (key == "c") {
    follower_->check_again();
    note_outcome();
  }
  if (key == "r") input_ = WatchInput::confirm_reset;
  if (key == "s" && learner_.solution_open(exercise))
    show_solution();
  else if (key == "s")
    input_ = WatchInput::give_up;
  if (key == "l" || key == "d" || key == "m") {
    view_ = key == "l" ? WatchView::list : key == "d" ? WatchView::statement : WatchView::verdict;
    input_ = WatchInput::any_key;
  }
  if (key == "q") finished_ = true;
}

void WatchSession::key(const std::string& raw) {
  const std::string key = latin_key(raw);
  const Language language = learner_.look().language;
  const CourseExercise exercise = learner_.current();
  notice_.clear();
  switch (input_) {
    case WatchInput::command:
      typed_.clear();
      return command(key);
    case WatchInput::confirm_reset: {
      input_ = WatchInput::command;
      if (key != "y" && key != "Y") return void(notice_ = say(language, Say::kept));
      const auto backup = learner_.reset(exercise);
      follow();
      notice_ = say(language, Say::reset_done, Learner::shown(backup));
      return;
    }
    case WatchInput::give_up:
      if (raw == "backspace") {
        while (!typed_.empty() && (static_cast<unsigned char>(typed_.back()) & 0xc0) == 0x80)
          typed_.pop_back();
        if (!typed_.empty()) typed_.pop_back();
      } else if (raw == "enter" || raw == "escape") {
        input_ = WatchInput::command;
        const bool gave_up = raw == "enter" && (typed_ == "give up" || typed_ == "포기");
        typed_.clear();
        if (!gave_up) return void(notice_ = say(language, Say::not_given_up));
        learner_.give_up(exercise);
        show_solution();
      } else {
        typed_ += raw;
      }
      return;
    case WatchInput::any_key:
      if (view_ == WatchView::list && key.size() == 1 && key[0] >= '0' && key[0] <= '9' &&
          typed_.size() < 4) {
        typed_ += key;
        return;
      }
      input_ = WatchInput::command;
      if (view_ == WatchView::list && raw == "enter" && !typed_.empty()) {
        const std::size_t number = std::stoul(std::exchange(typed_, ""));
        const bool there = number >= 1 && number <= learner_.course().exercises().size();
        view_ = WatchView::exercise;
        if (there) return go_to(number);
        notice_ = say(language, Say::no_such_number, number);
        return;
      }
      typed_.clear();
      view_ = WatchView::exercise;
      if (key == "q" || key == "n") command(key);
      return;
  }
}

}  // namespace heed
