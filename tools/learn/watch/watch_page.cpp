// What the watch mode shows.
#include <fmt/format.h>
#include <algorithm>

#include "lib/report/wrap.hpp"
#include "tools/learn/report/overview.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/text/words.hpp"
#include "tools/learn/watch/watch_session.hpp"

namespace heed {
namespace {

void rule(Page& page) {
  std::string line;
  for (std::size_t i = 0; i < std::min<std::size_t>(page.look().terminal.width, 72); ++i) line += "─";
  page.line(paint(page.look(), Paint::dim, line));
}

/// Where a page of the list begins that has the current exercise, marked with >, in its middle.
std::size_t around_current(const std::vector<std::string>& lines, std::size_t height) {
  const auto here = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
    const std::size_t colour = line.starts_with('\033') ? line.find('m') + 1 : 0;
    return line.substr(colour).starts_with('>');
  });
  const auto at = static_cast<std::size_t>(here - lines.begin());
  if (here == lines.end() || lines.size() <= height) return 0;
  return std::min(at - std::min(at, height / 2), lines.size() - height);
}

}  // namespace

void WatchSession::show_statement(Page& page) const {
  const CourseExercise& exercise = learner_.current();
  const Look& look = learner_.look();
  if (exercise.is_quiz()) {
    show_questions(page, read_quiz(learner_.course().quiz_file(exercise)));
  } else {
    page.append(render_markdown(learner_.course().statement(exercise, look.language), look));
  }
}

/// The verdict or what is being waited for, and hints. With `rows` above 0 they are to fit into what the page
/// has left of them.
void WatchSession::show_status(Page& page, std::size_t rows) const {
  const CourseExercise& exercise = learner_.current();
  const std::string file = Learner::shown(learner_.answers().path(exercise));
  if (!stub_news_.lines().empty()) {
    page.gap();
    page.append(stub_news_.lines());
  }
  Page hints(page.look());
  const bool done = follower_->outcome() && follower_->outcome()->passed();
  if (hints_shown_ > 0 && !done) learner_.show_hints(hints, exercise, hints_shown_, hints_shown_);
  if (rows == 0) {
    page.gap();
    rule(page);
  }
  page.text(course_texts::file_to_edit(file), Paint::bold);
  if (follower_->polling())
    page.text(Bilingual{"(looking at the file twice a second)", "(1초에 두 번 파일을 확인합니다)"},
              Paint::dim);
  page.gap();
  if (follower_->gone()) {
    page.text(both("{} is gone; r brings the first version back",
                   "{} 파일이 없어졌습니다. r을 누르면 처음 상태로 되돌립니다", file),
              Paint::yellow);
  } else if (const auto& outcome = follower_->outcome()) {
    const std::size_t below = outcome->passed() ? 8 : 4;  // how long it took, what comes next, and the keys
    const std::size_t taken = hints.lines().size() + below, least = page.lines().size() + 8;
    learner_.show_outcome(page, exercise, *outcome,
                          rows == 0 ? 0 : std::max(rows - std::min(rows, taken), least));
    if (!outcome->quiz && outcome->trouble.empty())
      page.text(both("checked in {:.1f} s", "채점에 {:.1f}초", follower_->seconds()), Paint::dim);
    if (outcome->passed()) show_way_on(page, learner_, exercise);
  } else {
    page.text(Bilingual{"Checking …", "채점하는 중 …"}, Paint::cyan);
  }
  if (hints.lines().empty()) return;
  page.gap();
  page.append(hints.lines());
}

void WatchSession::show_review(Page& page) const {
  page.text(Bilingual{"An old question", "지난 문제"}, Paint::bold);
  page.gap();
  show_question(page, *asked_, "");
  if (!judged_) return;
  page.gap();
  show_answered(page, *judged_);
}

/// What a key has opened.
Page WatchSession::view_page() const {
  const Look& look = learner_.look();
  const CourseExercise& exercise = learner_.current();
  Page page(look);
  switch (view_) {
    case WatchView::exercise:
      break;
    case WatchView::list:
      show_course(page, learner_);
      break;
    case WatchView::statement:
      show_place(page, learner_, exercise);
      page.gap();
      show_statement(page);
      break;
    case WatchView::review:
      show_review(page);
      break;
    case WatchView::verdict:
      if (follower_->outcome()) learner_.show_outcome(page, exercise, *follower_->outcome());
      break;
    case WatchView::hints:
      learner_.show_hints(page, exercise, learner_.hint_count(exercise));
      break;
    case WatchView::solution:
      page.text(both("One solution of {}", "풀이 하나: {}", exercise.name), Paint::bold);
      page.gap();
      for (const std::string& line : wrap(learner_.solution(exercise), {.width = 1000})) page.line(line);
      break;
  }
  return page;
}

/// The lines of `whole` that are on the page, and how to turn it. Remembers where the next page begins.
Page WatchSession::in_pages(const Page& whole, std::size_t rows) {
  const std::vector<std::string>& lines = whole.lines();
  Page prompt(learner_.look());
  show_prompt(prompt);
  if (rows == 0 || view_ == WatchView::review || lines.size() + prompt.lines().size() <= rows) {
    top_.reset();
    next_top_ = 0;
    Page page = whole;
    show_prompt(page);
    return page;
  }
  const bool list = view_ == WatchView::list;
  top_ = top_.value_or(0);  // from here on the prompt is the one of pages
  const auto turning = [&](std::size_t height) {
    const std::size_t end = page_end(lines, *top_, height);
    const Language language = learner_.look().language;
    std::string text =
        both("Lines {} to {} of {}.", "{}~{}줄 (전체 {}줄).", *top_ + 1, end, lines.size()).in(language);
    if (end < lines.size()) text += Bilingual{" [space] on", " [스페이스] 다음 쪽"}.in(language);
    if (*top_ > 0) text += Bilingual{" [b] back", " [b] 앞쪽"}.in(language);
    if (!list) text += Bilingual{" [any other key] leaves", " [다른 키] 나가기"}.in(language);
    Page below(learner_.look());
    below.gap();
    below.text(text, Paint::bold);
    show_prompt(below);
    return below;
  };
  const std::size_t taken = turning(lines.size()).lines().size() + 1;  // and an empty line
  page_height_ = rows > taken + 1 ? rows - taken : 1;
  if (list && next_top_ == 0 && *top_ == 0) *top_ = around_current(lines, page_height_);
  const std::size_t end = page_end(lines, *top_, page_height_);
  next_top_ = end < lines.size() ? end : 0;
  Page page(learner_.look());
  page.append(
      {lines.begin() + static_cast<std::ptrdiff_t>(*top_), lines.begin() + static_cast<std::ptrdiff_t>(end)});
  page.gap();
  page.append(turning(page_height_).lines());
  return page;
}

Page WatchSession::page(std::size_t rows) {
  const Look& look = learner_.look();
  const CourseExercise& exercise = learner_.current();
  enum class Shown { statement, beginning, verdict, cut_off_verdict };
  const auto compose = [&](Shown shown) {
    Page page(look);
    show_course_bar(page, learner_);
    const bool with_statement = shown == Shown::statement || shown == Shown::beginning;
    if (with_statement) {
      show_place(page, learner_, exercise);
      page.gap();
    }
    if (shown == Shown::statement) {
      show_statement(page);
    } else if (shown == Shown::beginning) {
      Page statement(look), below(look);
      show_statement(statement);
      show_status(below, 0);
      show_prompt(below);
      const std::size_t taken = page.lines().size() + below.lines().size() + 2;  // and that it goes on
      const std::size_t end = std::min(statement.lines().size(), rows > taken + 5 ? rows - taken : 5);
      const auto begin = statement.lines().begin();
      page.append({begin, begin + static_cast<std::ptrdiff_t>(end)});
      page.gap();
      page.text(Bilingual{"(It goes on: d shows all of it, page by page.)",
                          "(설명이 더 있습니다. d를 누르면 처음부터 한 쪽씩 나옵니다.)"},
                Paint::dim);
    } else {  // every row saved here is one of the example
      page.text(fmt::format("{}. {}", exercise.number, learner_.title(exercise)), Paint::bold);
      page.text(
          both("(d shows the statement; it is also in {})", "(d를 누르면 문제 설명이 나옵니다. 파일: {})",
               Learner::shown(learner_.course().folder(exercise))),
          Paint::dim);
    }
    show_status(page, with_statement ? 0 : rows);
    if (shown == Shown::cut_off_verdict)
      page.text(Bilingual{"(It begins above; m shows it page by page.)",
                          "(결과는 위에서 시작합니다. m을 누르면 한 쪽씩 나옵니다.)"},
                Paint::dim);
    show_prompt(page);
    return page;
  };
  if (view_ != WatchView::exercise) return in_pages(view_page(), rows);
  const Page page = compose(Shown::statement);
  if (exercise.is_quiz() || rows == 0 || page.lines().size() <= rows) return page;
  if (!begun_) return compose(Shown::beginning);
  const Page without = compose(Shown::verdict);
  return without.lines().size() <= rows ? without : compose(Shown::cut_off_verdict);
}

std::string WatchSession::news() {
  const Look& look = learner_.look();
  const CourseExercise& exercise = learner_.current();
  Page page(look);
  const auto state = std::pair(view_, input_);
  const bool same_state = std::exchange(told_state_, state) == state;
  if (state != std::pair(WatchView::exercise, WatchInput::command)) {
    if (same_state) return "";
    if (view_ != WatchView::exercise) return this->page(0).joined();
    show_prompt(page);
    return page.joined();
  }
  if (!std::exchange(told_exercise_, true)) {
    show_course_bar(page, learner_);
    show_place(page, learner_, exercise);
    page.gap();
    show_statement(page);
    page.append(stub_news_.lines());
    page.gap();
    page.text(course_texts::file_to_edit(Learner::shown(learner_.answers().path(exercise))));
    page.gap();
  }
  if (hints_shown_ > std::exchange(told_hints_, hints_shown_))
    learner_.show_hints(page, exercise, hints_shown_, hints_shown_);
  if (!notice_.empty() && notice_ != std::exchange(told_notice_, notice_)) page.text(notice_);
  if (follower_->outcome() && !std::exchange(told_outcome_, true)) {
    learner_.show_outcome(page, exercise, *follower_->outcome());
    if (follower_->outcome()->passed()) show_way_on(page, learner_, exercise);
    page.gap();
  }
  return page.joined();
}

}  // namespace heed
