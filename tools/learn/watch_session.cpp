#include "tools/learn/watch_session.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "lib/report/wrap.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/overview.hpp"

namespace heed {
namespace {

/// Behind the last of the lines from `top` on that stand on one page of
/// `height`: behind an empty line where there is one in its lower half.
std::size_t end_of_page(const std::vector<std::string>& lines, std::size_t top, std::size_t height) {
  const std::size_t end = std::min(lines.size(), top + height);
  if (end == lines.size()) return end;
  for (std::size_t gap = end; gap > top + height / 2; --gap)
    if (lines[gap].empty()) return gap + 1;
  return end;
}

/// The line of the current exercise in the list, which is marked with >.
std::size_t line_of_current(const std::vector<std::string>& lines) {
  const auto here = std::ranges::find_if(lines, [](const std::string& line) {
    return line.substr(line.starts_with('\033') ? line.find('m') + 1 : 0).starts_with('>');
  });
  return here == lines.end() ? 0 : static_cast<std::size_t>(here - lines.begin());
}

}  // namespace

std::string latin_key(const std::string& key) {
  static const std::map<std::string, std::string> letters{{"ㅜ", "n"}, {"ㅔ", "p"}, {"ㅗ", "h"}, {"ㅣ", "l"},
                                                          {"ㅇ", "d"}, {"ㄱ", "r"}, {"ㄴ", "s"}, {"ㅂ", "q"},
                                                          {"ㅛ", "y"}, {"ㅠ", "b"}, {"ㅍ", "v"}};
  const auto found = letters.find(key);
  return found == letters.end() ? key : found->second;
}

std::vector<std::string> keys_in(const std::string& bytes) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte == 0x1b) {
      if (++i == bytes.size()) {
        keys.emplace_back("escape");
      } else if (bytes[i] == '[' || bytes[i] == 'O') {
        // parameters, then one final byte from '@' on
        const std::size_t begin = i + 1;
        for (++i; i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x40;) ++i;
        ++i;
        const std::string sequence = bytes.substr(begin, i - begin);
        if (sequence == "A" || sequence == "5~") keys.emplace_back("up");
        if (sequence == "B" || sequence == "6~") keys.emplace_back("down");
      }
      continue;
    }
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (byte == '\n' || byte == '\r')
      keys.emplace_back("enter");
    else if (byte == 0x7f || byte == 8)
      keys.emplace_back("backspace");
    else if (byte >= ' ')
      keys.push_back(bytes.substr(i, length));
    i += length;
  }
  return keys;
}

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
  follower_ = std::make_unique<Follower>(learner_, exercise, options_);
  open(WatchView::exercise);
  hint_ = 0;
  checked_ = follower_->content();
  begun_ = learner_.answers().begun(exercise);
  note_outcome();
}

void WatchSession::note_outcome() {
  if (follower_->content() != std::exchange(checked_, follower_->content())) {  // a save
    begun_ = learner_.answers().begun(learner_.current());
    notice_.clear();
    if (view_ != WatchView::list) open(WatchView::exercise);
  }
  if (follower_->outcome()) learner_.remember(learner_.current(), *follower_->outcome());
}

void WatchSession::open(WatchView view) {
  view_ = view;
  number_.clear();
  top_ = next_top_ = page_height_ = 0;
}

/// By the place in the course.
void WatchSession::go_to(std::ptrdiff_t place) {
  const auto& all = learner_.course().exercises();
  if (place < 0 || place >= std::ssize(all)) {
    notice_ = tr("There is no such exercise.");
    return;
  }
  learner_.go_to(all[static_cast<std::size_t>(place)]);
  follow();
}

/// False where there is no such page: then the key means what others do.
bool WatchSession::turn_page(const std::string& key) {
  const bool on = key == " " || key == "down", back = key == "b" || key == "up";
  if (page_height_ == 0 || (!on && !back)) return false;
  if (on && next_top_ > 0) top_ = next_top_;
  if (back) top_ -= std::min(top_, page_height_);
  return true;
}

void WatchSession::command(const std::string& key, bool again) {
  const CourseExercise exercise = learner_.current();
  const auto& all = learner_.course().exercises();
  const auto here = std::ranges::find(all, exercise.name, &CourseExercise::name) - all.begin();
  if (view_ == WatchView::list && key.size() == 1 && key[0] >= '0' && key[0] <= '9' && number_.size() < 4) {
    number_ += key;
    return;
  }
  if (key == "h") {
    const int next = learner_.next_hint(exercise);
    hint_ = view_ == WatchView::hints && hint_ == next ? 0 : next;  // after the last, all of them once more
    return open(WatchView::hints);
  }
  // whatever else it means, a key closes what another has opened
  const std::string number = number_;
  if (view_ != WatchView::exercise) {
    open(WatchView::exercise);
    if (key == "enter" && !number.empty())
      go_to(std::ranges::find(all, std::stoi(number), &CourseExercise::number) - all.begin());
    return;
  }
  if (key == "n") go_to(here + 1);
  if (key == "p") go_to(here - 1);
  if (key == "l") open(WatchView::list);
  if (key == "d") open(WatchView::statement);
  if (key == "q") finished_ = true;
  if (key == "v" && learner_.review().due() > 0) asks_old_ = true;
  if (key == "r" && !again) notice_ = tr("[r] once more begins {} again; your file is kept.", exercise.name);
  if (key == "r" && again) {
    const auto backup = learner_.reset(exercise);
    follow();
    notice_ = tr("Begun again; what you had is kept in {}", Learner::shown(backup));
    last_key_.clear();
  }
  if (key != "s") return;
  if (!learner_.solution_open(exercise) && !again) {
    notice_ = tr("The solution comes after a pass. [s] once more shows it now; the course remembers that.");
    return;
  }
  if (!learner_.solution_open(exercise)) learner_.give_up(exercise);
  open(WatchView::solution);
}

void WatchSession::key(const std::string& key) {
  notice_.clear();
  const std::string latin = latin_key(key);
  const bool again = latin == std::exchange(last_key_, latin);
  if (!turn_page(latin)) command(latin, again);
}

/// Where they are, and the statement as long as nothing is written; then the verdict.
void WatchSession::show_exercise(Page& page) const {
  const CourseExercise& exercise = learner_.current();
  show_course_bar(page, learner_);
  show_place(page, learner_, exercise);
  const auto& outcome = follower_->outcome();
  if (follower_->gone())
    page.text(tr("{} is gone; r brings the first version back", learner_.file(exercise)), Paint::yellow);
  else
    page.text(tr("Edit and save: {}", learner_.file(exercise)), Paint::bold);
  if (!begun_ && !exercise.is_quiz())
    page.text(tr("The same text as a file: {}", Learner::shown(learner_.course().statement_file(exercise))),
              Paint::dim);
  page.gap();
  if (!begun_) return learner_.show_task(page, exercise);
  if (!outcome) return page.text(follower_->gone() ? "" : tr("Checking …"), Paint::cyan);
  learner_.show_outcome(page, exercise, *outcome);
  if (!exercise.is_quiz() && outcome->trouble.empty())
    page.text(tr("checked in {:.1f} s", follower_->seconds()), Paint::dim);
  if (outcome->passed()) show_way_on(page, learner_, exercise);
}

void WatchSession::show_view(Page& page) const {
  const CourseExercise& exercise = learner_.current();
  if (view_ == WatchView::exercise) show_exercise(page);
  if (view_ == WatchView::list) show_course(page, learner_);
  if (view_ == WatchView::statement) learner_.show_task(page, exercise);
  if (view_ == WatchView::hints)
    learner_.show_hints(page, exercise, std::max(hint_, 1), hint_ > 0 ? hint_ : 1 << 10);
  if (view_ == WatchView::solution) page.append(wrap(learner_.solution(exercise), {.width = 1000}));
}

/// What was said last, and which keys there are.
void WatchSession::show_keys(Page& page) const {
  if (!notice_.empty()) page.text(notice_, Paint::yellow);
  if (view_ == WatchView::list)
    return page.text(tr("A number and Enter goes to that exercise; any other key goes back. > {}", number_),
                     Paint::bold);
  if (view_ == WatchView::hints)
    return page.text(tr("[h] the next hint; any other key goes back."), Paint::bold);
  if (view_ != WatchView::exercise) return page.text(tr("Any other key goes back."), Paint::bold);
  if (const std::size_t due = learner_.review().due(); due > 0)
    page.text(tr("[v] old questions that come back today: {}", due), Paint::yellow);
  page.text(
      tr("[n] next  [p] previous  [h] hint  [d] statement  [l] list  [r] reset  [s] solution  [q] quit"),
      Paint::dim);
}

Page WatchSession::page(std::size_t rows) {
  Page whole, keys;
  show_view(whole);
  const std::vector<std::string>& lines = whole.lines();
  keys.line();
  show_keys(keys);
  const std::size_t taken = keys.lines().size() + 1;  // with the line that says how to turn pages
  const bool opened = page_height_ == 0;
  page_height_ = rows == 0 || lines.size() + taken <= rows + 1 ? 0 : std::max(rows, taken + 1) - taken;
  if (page_height_ == 0) {
    top_ = next_top_ = 0;
    whole.append(keys.lines());
    return whole;
  }
  if (opened && view_ == WatchView::list) {
    const std::size_t current = line_of_current(lines);
    top_ = std::min(current - std::min(current, page_height_ / 2), lines.size() - page_height_);
  }
  top_ = std::min(top_, lines.size() - 1);
  const std::size_t end = end_of_page(lines, top_, page_height_);
  next_top_ = end < lines.size() ? end : 0;
  Page page;
  page.append(
      {lines.begin() + static_cast<std::ptrdiff_t>(top_), lines.begin() + static_cast<std::ptrdiff_t>(end)});
  page.gap();
  page.text(tr("Lines {} to {} of {}.", top_ + 1, end, lines.size()) +
                (next_top_ > 0 ? tr(" [space] on") : "") + (top_ > 0 ? tr(" [b] back") : ""),
            Paint::bold);
  page.append({keys.lines().begin() + 1, keys.lines().end()});
  return page;
}

}  // namespace heed
