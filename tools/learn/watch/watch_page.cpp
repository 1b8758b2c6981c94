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

/// Where a page of the list begins that has the current exercise, marked with >, in its middle.
std::size_t around_current(const std::vector<std::string>& lines, std::size_t height) {
  const auto here = std::ranges::find_if(lines, [](const std::string& line) {
    const std::size_t colour = line.starts_with('\033') ? line.find('m') + 1 : 0;
    return line.substr(colour).starts_with('>');
  });
  const auto at = static_cast<std::size_t>(here - lines.begin());
  if (here == lines.end() || lines.size() <= height) return 0;
  return std::min(at - std::min(at, height / 2), lines.size() - height);
}

}  // namespace

void WatchSession::show_prompt(Page& page) const {
  page.gap();
  if (!notice_.empty()) page.text(notice_, Paint::yellow);
  Bilingual prompt;
  if (input_ == WatchInput::confirm_reset)
    prompt = both("Begin {} again? y / n (your file is kept in {})",
                  "{} 문제를 처음부터 다시 할까요? y / n (지금 파일을 보관할 곳: {})",
                  learner_.current().name, learner_.backups());
  if (input_ == WatchInput::give_up)
    prompt = both("The solution comes after a pass. To see it now, type: give up (Esc goes back) > {}",
                  "풀이는 통과한 뒤에 볼 수 있습니다. 지금 보려면 give up 또는 포기라고 쓰세요 (Esc: "
                  "돌아가기) > {}",
                  typed_);
  if (input_ == WatchInput::review)
    prompt = both("Your answer and Enter; Esc goes back. > {}",
                  "답을 쓰고 Enter를 누르세요 (Esc: 돌아가기). > {}", typed_);
  if (input_ == WatchInput::any_key && view_ == WatchView::list)
    prompt = both("A number and Enter goes to that exercise; any other key goes back. > {}",
                  "번호를 쓰고 Enter를 누르면 그 문제로 갑니다. 다른 키를 누르면 돌아갑니다. > {}", typed_);
  else if (input_ == WatchInput::any_key)
    prompt = {"Any other key goes back.", "다른 키를 누르면 돌아갑니다."};
  if (!prompt.english.empty()) return page.text(prompt, Paint::bold);
  if (const std::size_t due = learner_.review().due(); due > 0)
    page.text(both("[v] old questions that come back today: {}", "[v] 오늘 다시 나온 지난 문제: {}개", due),
              Paint::yellow);
  page.text(Bilingual{"[n] next  [p] previous  [h] hint  [m] more  [l] list  [d] statement  [r] reset  [s] "
                      "solution  [q] quit",
                      "[n] 다음  [p] 이전  [h] 힌트  [m] 자세히  [l] 목록  [d] 문제 설명  [r] 처음부터  "
                      "[s] 풀이  [q] 끝내기"},
            Paint::dim);
}

void WatchSession::show_statement(Page& page) const {
  const CourseExercise& exercise = learner_.current();
  if (exercise.is_quiz())
    show_questions(page, read_quiz(learner_.course().quiz_file(exercise)));
  else
    page.append(render_markdown(learner_.course().statement(exercise, page.look().language), page.look()));
}

/// The verdict or what is being waited for, and hints. With `rows` above 0 they are to fit into what the page
/// has left of them.
void WatchSession::show_status(Page& page, std::size_t rows) const {
  const CourseExercise& exercise = learner_.current();
  const std::string file = Learner::shown(learner_.answers().path(exercise));
  const auto& outcome = follower_->outcome();
  Page hints(page.look());
  if (hints_shown_ > 0 && !(outcome && outcome->passed()))
    learner_.show_hints(hints, exercise, hints_shown_, hints_shown_);
  page.gap();
  page.text(course_texts::file_to_edit(file), Paint::bold);
  page.gap();
  if (follower_->gone()) {
    page.text(both("{} is gone; r brings the first version back",
                   "{} 파일이 없어졌습니다. r을 누르면 처음 상태로 되돌립니다", file),
              Paint::yellow);
  } else if (!outcome) {
    page.text(Bilingual{"Checking …", "채점하는 중 …"}, Paint::cyan);
  } else {
    const std::size_t below = outcome->passed() ? 8 : 4;  // how long it took, what comes next, and the keys
    const std::size_t taken = hints.lines().size() + below, least = page.lines().size() + 8;
    learner_.show_outcome(page, exercise, *outcome,
                          rows == 0 ? 0 : std::max(rows - std::min(rows, taken), least));
    if (!outcome->quiz && outcome->trouble.empty())
      page.text(both("checked in {:.1f} s", "채점에 {:.1f}초", follower_->seconds()), Paint::dim);
    if (outcome->passed()) show_way_on(page, learner_, exercise);
  }
  if (hints.lines().empty()) return;
  page.gap();
  page.append(hints.lines());
}

/// What a key has opened.
Page WatchSession::view_page() const {
  const CourseExercise& exercise = learner_.current();
  Page page(learner_.look());
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
      page.text(Bilingual{"An old question", "지난 문제"}, Paint::bold);
      page.gap();
      show_question(page, *asked_, "");
      page.gap();
      if (judged_) show_answered(page, *judged_);
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
      page.append(wrap(learner_.solution(exercise), {.width = 1000}));
      break;
  }
  return page;
}

/// The lines of `whole` that are on the page, and how to turn it. Remembers where the next page begins.
Page WatchSession::in_pages(const Page& whole, std::size_t rows) {
  const std::vector<std::string>& lines = whole.lines();
  Page below(learner_.look());
  show_prompt(below);
  const std::size_t taken = below.lines().size() + 2;
  Page page(learner_.look());
  if (rows == 0 || view_ == WatchView::review || lines.size() + taken <= rows + 1) {
    top_ = next_top_ = page_height_ = 0;
    page = whole;
    show_prompt(page);
    return page;
  }
  const bool opened = page_height_ == 0;
  page_height_ = rows > taken + 1 ? rows - taken : 1;
  if (opened && view_ == WatchView::list) top_ = around_current(lines, page_height_);
  const std::size_t end = page_end(lines, top_, page_height_);
  next_top_ = end < lines.size() ? end : 0;
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(top_),
             last = lines.begin() + static_cast<std::ptrdiff_t>(end);
  page.append({first, last});
  page.gap();
  std::string text = both("Lines {} to {} of {}.", "{}~{}줄 (전체 {}줄).", top_ + 1, end, lines.size())
                         .in(page.look().language);
  if (next_top_ > 0) text += Bilingual{" [space] on", " [스페이스] 다음 쪽"}.in(page.look().language);
  if (top_ > 0) text += Bilingual{" [b] back", " [b] 앞쪽"}.in(page.look().language);
  page.text(text, Paint::bold);
  page.append(below.lines());
  return page;
}

Page WatchSession::page(std::size_t rows) {
  const Look& look = learner_.look();
  const CourseExercise& exercise = learner_.current();
  if (view_ != WatchView::exercise) return in_pages(view_page(), rows);
  Page head(look), statement(look), below(look);
  show_course_bar(head, learner_);
  show_place(head, learner_, exercise);
  head.gap();
  show_statement(statement);
  show_status(below, 0);
  show_prompt(below);
  const std::size_t taken = head.lines().size() + below.lines().size() + 1;
  Page page = head;
  if (exercise.is_quiz() || rows == 0 || taken + statement.lines().size() <= rows) {
    page.append(statement.lines());
    page.gap();
    page.append(below.lines());
    return page;
  }
  const std::string whole = Learner::shown(learner_.course().folder(exercise));
  if (!begun_) {  // an untouched answer has no verdict: the statement has the screen
    Page short_below(look);
    short_below.text(both("(It goes on: d shows all of it, page by page; it is also in {})",
                          "(설명이 더 있습니다. d를 누르면 처음부터 한 쪽씩 나옵니다. 파일: {})", whole),
                     Paint::dim);
    short_below.gap();
    short_below.text(course_texts::file_to_edit(Learner::shown(learner_.answers().path(exercise))),
                     Paint::bold);
    if (!follower_->outcome()) short_below.text(Bilingual{"Checking …", "채점하는 중 …"}, Paint::cyan);
    if (hints_shown_ > 0 || follower_->gone())
      short_below = below;
    else
      show_prompt(short_below);
    const std::size_t used = head.lines().size() + short_below.lines().size() + 1;
    const std::size_t end = std::min(statement.lines().size(), rows > used + 3 ? rows - used : 3);
    page.append({statement.lines().begin(), statement.lines().begin() + static_cast<std::ptrdiff_t>(end)});
    page.gap();
    page.append(short_below.lines());
    return page;
  }
  page = Page(look);
  show_course_bar(page, learner_);
  page.text(fmt::format("{}. {}", exercise.number, learner_.title(exercise)), Paint::bold);
  page.text(
      both("(d shows the statement; it is also in {})", "(d를 누르면 문제 설명이 나옵니다. 파일: {})", whole),
      Paint::dim);
  show_status(page, rows);
  Page prompt(look);
  show_prompt(prompt);
  if (page.lines().size() + prompt.lines().size() > rows)
    page.text(Bilingual{"(It begins above; m shows it page by page.)",
                        "(결과는 위에서 시작합니다. m을 누르면 한 쪽씩 나옵니다.)"},
              Paint::dim);
  show_prompt(page);
  return page;
}

}  // namespace heed
