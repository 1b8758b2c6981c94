#include "tools/learn/watch/watch_session.hpp"

#include <algorithm>
#include <utility>

#include "tools/learn/text/words.hpp"
#include "tools/learn/watch/keyboard.hpp"

namespace heed {

WatchSession::WatchSession(Learner& learner, GradeOptions options)
    : learner_(learner), options_(std::move(options)) {
  follow();
}

/// Begins to follow the current exercise.
void WatchSession::follow() {
  const CourseExercise exercise = learner_.current();
  learner_.go_to(exercise);
  learner_.prepare(exercise);
  follower_.reset();  // ends a check of the exercise before
  follower_ = std::make_unique<Follower>(
      learner_.answers().path(exercise),
      [this, exercise](const std::string& content) {
        return learner_.start_check(exercise, content, options_);
      },
      Learner::finish_check);
  close();
  hints_shown_ = 0;
  begun_ = false;
  note_outcome();
}

void WatchSession::note_outcome() {
  // who saves while a page is open waits for the verdict
  const bool in_the_way =
      input_ == WatchInput::any_key && view_ != WatchView::list && view_ != WatchView::review;
  if (in_the_way && follower_->content() != content_at_opening_) close();
  if (!follower_->outcome()) return;
  learner_.remember(learner_.current(), *follower_->outcome());
  if (follower_->outcome()->verdict.untouched()) return;
  begun_ = true;
  notice_.clear();  // of a key before this save; what a reset kept is still said
}

void WatchSession::go_to(std::size_t number) {
  const auto& all = learner_.course().exercises();
  const auto at = std::ranges::find(all, static_cast<int>(number), &CourseExercise::number);
  if (at != all.end()) {
    learner_.go_to(*at);
    follow();
  } else if (number < 1 || number > all.size()) {
    say(number < 1 ? Bilingual{"This is the first exercise.", "첫 번째 문제입니다."}
                   : Bilingual{"This is the last exercise.", "마지막 문제입니다."});
  }
}

/// Another page, which any key closes.
void WatchSession::open(WatchView view) {
  view_ = view;
  content_at_opening_ = follower_->content();
  input_ = WatchInput::any_key;
  top_ = next_top_ = page_height_ = 0;
}

void WatchSession::close() {
  view_ = WatchView::exercise;
  input_ = WatchInput::command;
  typed_.clear();
}

/// False where there is no such page: then the key means what others do.
bool WatchSession::turn_page(const std::string& key) {
  const bool on = key == " " || key == "down", back = key == "b" || key == "up";
  if (page_height_ == 0 || (!on && !back)) return false;
  if (on && next_top_ > 0) top_ = next_top_;
  if (back) top_ -= std::min(top_, page_height_);
  return true;
}

void WatchSession::start_review() {
  asked_ = learner_.review().next();
  judged_.reset();
  close();
  if (!asked_) return say(course_texts::review_nothing);
  view_ = WatchView::review;
  input_ = WatchInput::review;
}

void WatchSession::edit_typed(const std::string& key) {
  if (key != "backspace") {
    typed_ += key;
    return;
  }
  while (!typed_.empty() && (static_cast<unsigned char>(typed_.back()) & 0xc0) == 0x80) typed_.pop_back();
  if (!typed_.empty()) typed_.pop_back();
}

void WatchSession::command(const std::string& key) {
  const CourseExercise exercise = learner_.current();
  const auto number = static_cast<std::size_t>(exercise.number);
  const int hints = learner_.hint_count(exercise);
  typed_.clear();
  if (key == "n") go_to(number + 1);
  if (key == "p") go_to(number - 1);
  if (key == "h" && hints > 0 && hints_shown_ == hints) return open(WatchView::hints);
  if (key == "h") hints_shown_ = learner_.next_hint(exercise);
  if (key == "h" && hints == 0) say(course_texts::no_hints);
  if (key == "c") {
    follower_->check_again();
    note_outcome();
  }
  if (key == "r") input_ = WatchInput::confirm_reset;
  if (key == "s" && learner_.solution_open(exercise))
    open(WatchView::solution);
  else if (key == "s")
    input_ = WatchInput::give_up;
  if (key == "l") open(WatchView::list);
  if (key == "d") open(WatchView::statement);
  if (key == "m") open(WatchView::verdict);
  if (key == "v") start_review();
  if (key == "q") finished_ = true;
}

/// A key while a page is open.
void WatchSession::page_key(const std::string& raw, const std::string& key) {
  if (turn_page(key)) return;
  const bool list = view_ == WatchView::list;
  if (list && key.size() == 1 && key[0] >= '0' && key[0] <= '9' && typed_.size() < 4) {
    typed_ += key;
    return;
  }
  if (view_ == WatchView::review && key != "q") return start_review();
  const std::string number = typed_;
  close();
  if (!list || raw != "enter" || number.empty()) return;
  go_to(std::stoul(number));
}

void WatchSession::key(const std::string& raw) {
  const std::string key = latin_key(raw);
  const CourseExercise exercise = learner_.current();
  notice_.clear();
  switch (input_) {
    case WatchInput::command:
      return command(key);
    case WatchInput::any_key:
      return page_key(raw, key);
    case WatchInput::confirm_reset: {
      input_ = WatchInput::command;
      if (key != "y" && key != "Y") return say({"Nothing was changed.", "아무것도 바꾸지 않았습니다."});
      const auto backup = learner_.reset(exercise);
      follow();
      return say(course_texts::reset_done(Learner::shown(backup)));
    }
    case WatchInput::give_up:
      if (raw != "enter" && raw != "escape") return edit_typed(raw);
      if (raw == "enter" && (typed_ == "give up" || typed_ == "포기")) {
        learner_.give_up(exercise);
        return open(WatchView::solution);
      }
      close();
      return say({"Not given up: keep trying, h has a hint.",
                  "포기하지 않았습니다. 계속해 보세요. h를 누르면 힌트가 나옵니다."});
    case WatchInput::review:
      if (raw == "escape") return close();
      if (raw != "enter") return edit_typed(key);
      judged_ = learner_.review().answer(std::exchange(typed_, ""));
      if (judged_->state == AnswerState::right || judged_->state == AnswerState::wrong)
        input_ = WatchInput::any_key;
      return;
  }
}

}  // namespace heed
