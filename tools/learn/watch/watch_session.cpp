#include "tools/learn/watch/watch_session.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/text/words.hpp"
#include "tools/learn/watch/keyboard.hpp"

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
  hint_wanted_ = false;
  told_exercise_ = told_outcome_ = false;
  at_work_ = begun_ = false;
  seconds_ = 0;
  note_outcome();
}

void WatchSession::count_time() {
  constexpr double away = 600;
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::chrono::duration<double>(now - std::exchange(last_sign_, now)).count();
  if (at_work_) seconds_ += std::min(passed, away);
}

void WatchSession::note_outcome() {
  count_time();
  close_for_save();
  if (!follower_->outcome()) told_outcome_ = false;
  if (!follower_->outcome()) return;
  const Outcome& outcome = *follower_->outcome();
  const bool passed_before = learner_.record().of(learner_.current().name).passed;
  learner_.remember(learner_.current(), outcome, std::exchange(seconds_, 0));
  if (outcome.passed()) hint_wanted_ = false;
  if (!outcome.verdict.untouched()) {
    begun_ = true;
    notice_.clear();  // of a key before this save; what a reset kept is still said
  }
  at_work_ = outcome.trouble.empty() && !outcome.passed() && (at_work_ || !passed_before);
}

void WatchSession::go_to(std::size_t number) {
  const auto& all = learner_.course().exercises();
  const Language language = learner_.look().language;
  if (number < 1) {
    notice_ = Bilingual{"This is the first exercise.", "첫 번째 문제입니다."}.in(language);
  } else if (number > all.size()) {
    notice_ = Bilingual{"This is the last exercise.", "마지막 문제입니다."}.in(language);
  } else {
    learner_.go_to(all[number - 1]);
    follow();
  }
}

/// Another page, which any key closes.
void WatchSession::open(WatchView view) {
  view_ = view;
  content_at_opening_ = follower_->content();
  input_ = WatchInput::any_key;
  top_.reset();
  next_top_ = page_height_ = 0;
}

/// Who saves while a page is open waits for the verdict.
void WatchSession::close_for_save() {
  const bool in_the_way =
      input_ == WatchInput::any_key && view_ != WatchView::list && view_ != WatchView::review;
  if (!in_the_way || follower_->content() == content_at_opening_) return;
  view_ = WatchView::exercise;
  input_ = WatchInput::command;
}

/// False where there is no such page: then the key means what others do.
bool WatchSession::turn_page(const std::string& key) {
  if (!top_) return false;
  if (key == " " && next_top_ > 0) {
    top_ = next_top_;
  } else if (key == "b" && *top_ > 0) {
    top_ = page_before(view_page().lines(), *top_, page_height_);
  } else {
    return false;
  }
  return true;
}

void WatchSession::start_review() {
  asked_ = learner_.review().next();
  judged_.reset();
  typed_.clear();
  view_ = asked_ ? WatchView::review : WatchView::exercise;
  input_ = asked_ ? WatchInput::review : WatchInput::command;
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
  if (key == "n") go_to(number + 1);
  if (key == "p") go_to(number - 1);
  if (key == "h" && learner_.record().of(exercise.name).hints == 0 && learner_.did_without_hints(exercise) &&
      learner_.hint_count(exercise) > 0 && !std::exchange(hint_wanted_, true)) {
    notice_ = Bilingual{"You did the one before without a hint. Press h once more for the first.",
                        "앞 문제는 힌트 없이 풀었습니다. h를 한 번 더 누르면 첫 힌트가 나옵니다."}
                  .in(learner_.look().language);
    return;
  }
  if (key == "h") {
    if (hints_shown_ > 0 && hints_shown_ == learner_.hint_count(exercise)) return open(WatchView::hints);
    hints_shown_ = learner_.next_hint(exercise);
  }
  if (key == "h" && learner_.hint_count(exercise) == 0)
    notice_ = course_texts::no_hints.in(learner_.look().language);
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
  if (key == "v") {
    start_review();
    if (!asked_) notice_ = course_texts::review_nothing.in(learner_.look().language);
  }
  if (key == "q") finished_ = true;
}

void WatchSession::key(const std::string& raw) {
  count_time();
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
      if (key != "y" && key != "Y")
        return void(notice_ = Bilingual{"Nothing was changed.", "아무것도 바꾸지 않았습니다."}.in(language));
      const auto backup = learner_.reset(exercise);
      follow();
      notice_ = course_texts::reset_done(Learner::shown(backup)).in(language);
      return;
    }
    case WatchInput::give_up:
      if (raw == "enter" || raw == "escape") {
        input_ = WatchInput::command;
        const bool gave_up = raw == "enter" && (typed_ == "give up" || typed_ == "포기");
        typed_.clear();
        if (!gave_up)
          return void(notice_ = Bilingual{"Not given up: keep trying, h has a hint.",
                                          "포기하지 않았습니다. 계속해 보세요. h를 누르면 힌트가 나옵니다."}
                                    .in(language));
        learner_.give_up(exercise);
        open(WatchView::solution);
      } else {
        edit_typed(raw);
      }
      return;
    case WatchInput::review:
      if (raw == "escape") {
        view_ = WatchView::exercise;
        input_ = WatchInput::command;
      } else if (raw == "enter") {
        judged_ = learner_.review().answer(std::exchange(typed_, ""));
        const bool done = judged_->state == AnswerState::right || judged_->state == AnswerState::wrong;
        input_ = done ? WatchInput::any_key : WatchInput::review;
      } else {
        edit_typed(key);
      }
      return;
    case WatchInput::any_key:
      if (turn_page(key)) return;
      if (view_ == WatchView::list && key.size() == 1 && key[0] >= '0' && key[0] <= '9' &&
          typed_.size() < 4) {
        typed_ += key;
        return;
      }
      if (view_ == WatchView::review && key != "q") return start_review();
      input_ = WatchInput::command;
      if (view_ == WatchView::list && raw == "enter" && !typed_.empty()) {
        const std::size_t number = std::stoul(std::exchange(typed_, ""));
        const bool there = number >= 1 && number <= learner_.course().exercises().size();
        view_ = WatchView::exercise;
        if (there) return go_to(number);
        notice_ = both("There is no exercise {}.", "{}번 문제는 없습니다.", number).in(language);
        return;
      }
      typed_.clear();
      view_ = WatchView::exercise;
      return;
  }
}

}  // namespace heed
