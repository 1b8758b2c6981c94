#include "tools/learn/watch.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include "lib/report/interrupt.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/follower.hpp"
#include "tools/learn/overview.hpp"

namespace heed {
namespace {

/// Names what is on the screen: the exercise (its statement until the answer is begun, then its verdict), or
/// what a key has opened.
enum class WatchView { exercise, list, statement, solution, hints };

class Watch {
 public:
  Watch(Learner& learner, GradeOptions options) : learner_(learner), options_(std::move(options)) {
    follow();
  }

  int run() {
    std::pair<std::size_t, std::size_t> size;  // of the terminal
    for (bool news = true; !finished_;) {
      winsize window{};
      ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window);
      rows_ = window.ws_row;
      const std::pair now{rows_, std::size_t(window.ws_col)};
      if (std::exchange(size, now) != now || news) {
        fmt::print("\033[H\033[2J");
        page().print();
      }
      const auto [out, err, report] = follower_->descriptors();
      std::array<pollfd, 4> ready{{{STDIN_FILENO, POLLIN, 0}, out, err, report}};
      ::poll(ready.data(), ready.size(), Follower::timeout);
      if (interrupt_requested()) return 128 + interrupt_signal();
      single_keys_.begin();
      news = ready[0].revents != 0 && read_keys();
      if (finished_ || !follower_->advance()) continue;
      note_verdict();
      news = true;
    }
    return 0;
  }

 private:
  bool read_keys() {
    std::array<char, 256> buffer{};
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0) {
      finished_ = count == 0 || (errno != EINTR && errno != EAGAIN);
      return false;
    }
    for (const std::string& key : keys_in({buffer.data(), static_cast<std::size_t>(count)})) {
      notice_.clear();
      const std::string latin = latin_key(key);
      const bool again = latin == std::exchange(last_key_, latin);
      if (finished_ || turn_page(latin)) continue;
      view_ == WatchView::list ? search(key) : command(latin, again);
    }
    return true;
  }

  /// Begins to follow the current exercise.
  void follow() {
    const CourseExercise exercise = learner_.current();
    learner_.go_to(exercise);
    learner_.prepare(exercise);
    follower_.reset();  // ends a check of the exercise before
    follower_ = std::make_unique<Follower>(learner_, exercise, options_);
    open(WatchView::exercise);
    checked_ = follower_->content();
    begun_ = learner_.record().of(exercise.name).points > 0;
    note_verdict();
  }

  void note_verdict() {
    if (follower_->content() != std::exchange(checked_, follower_->content())) {  // a save
      begun_ = true;
      notice_.clear();
      if (view_ != WatchView::list) open(WatchView::exercise);
    }
    const auto& verdict = follower_->verdict();
    if (!verdict) return;
    learner_.remember(learner_.current(), *verdict);
    begun_ = !verdict->trouble.empty() || !verdict->untouched();
  }

  void open(WatchView view) {
    view_ = view;
    wanted_.clear();
    top_ = 0;
    if (view != WatchView::list) return;
    Page list;  // begins where the current exercise is in sight, which is marked with >
    show_course(list, learner_);
    const auto marked = [](const std::string& line) { return line.substr(0, 6).find('>') != line.npos; };
    const auto here =
        static_cast<std::size_t>(std::ranges::find_if(list.lines(), marked) - list.lines().begin());
    top_ = here - std::min(here, rows_ / 2);
  }

  /// By the place in the course.
  void go_to(std::ptrdiff_t place) {
    const auto& all = learner_.course().exercises();
    if (place < 0 || place >= std::ssize(all)) {
      notice_ = tr("There is no such exercise.");
      return;
    }
    learner_.go_to(all[static_cast<std::size_t>(place)]);
    follow();
  }

  /// False where everything is on one page: then the key means what others do.
  bool turn_page(const std::string& key) {
    const bool on = key == " " || key == "down", back = (key == "b" && wanted_.empty()) || key == "up";
    if (page_height_ == 0 || (!on && !back)) return false;
    top_ = on ? std::min(last_top_, top_ + page_height_) : top_ - std::min(top_, page_height_);
    return true;
  }

  /// Takes a key typed in the list: it leaves what contains all that was typed, and Enter goes to the first.
  void search(const std::string& key) {
    if (key == "enter" && !wanted_.empty()) {
      const auto& all = learner_.course().exercises();
      const auto listed = [&](const CourseExercise& exercise) {
        return is_listed(learner_, exercise, wanted_);
      };
      const auto place = std::ranges::find_if(all, listed) - all.begin();
      open(WatchView::exercise);
      return go_to(place);
    }
    if (key == "enter" || key == "escape") return open(WatchView::exercise);
    if (key == "backspace" && !wanted_.empty()) {
      const std::u32string typed = to_code_points(wanted_);
      wanted_ = to_utf8({typed.data(), typed.size() - 1});
    }
    if (key.size() == 1 || static_cast<unsigned char>(key[0]) >= 0x80) wanted_ += key;
    top_ = 0;
  }

  void command(const std::string& key, bool again) {
    const CourseExercise exercise = learner_.current();
    const auto& all = learner_.course().exercises();
    const auto here = std::ranges::find(all, exercise.name, &CourseExercise::name) - all.begin();
    if (key == "h") {
      learner_.next_hint(exercise);
      open(WatchView::hints);
      top_ = 1 << 20;  // the last page
      return;
    }
    // whatever else it means, a key closes what another has opened
    if (view_ != WatchView::exercise) return open(WatchView::exercise);
    if (key == "n") go_to(here + 1);
    if (key == "p") go_to(here - 1);
    if (key == "l") open(WatchView::list);
    if (key == "d") open(WatchView::statement);
    if (key == "q") finished_ = true;
    if (key == "r" && !again)
      notice_ = tr("[r] once more begins {} again; your file is kept.", exercise.name);
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

  /// Shows where they are, and the statement as long as nothing is written; then the verdict.
  void show_exercise(Page& page) const {
    const CourseExercise& exercise = learner_.current();
    show_course_bar(page, learner_);
    show_place(page, learner_, exercise);
    const auto& verdict = follower_->verdict();
    if (follower_->gone())
      page.text(tr("{} is gone; r brings the first version back", learner_.file(exercise)), Paint::yellow);
    else
      page.text(tr("Edit and save: {}", learner_.file(exercise)), Paint::bold);
    if (!begun_ && !exercise.is_quiz())
      page.text(tr("The same text as a file: {}", Learner::shown(learner_.course().statement_file(exercise))),
                Paint::dim);
    page.gap();
    if (!begun_) return learner_.show_task(page, exercise);
    if (!verdict) return page.text(follower_->gone() ? "" : tr("Checking …"), Paint::cyan);
    learner_.show_checked(page, exercise, *verdict);
    if (verdict->passed()) show_way_on(page, learner_, exercise);
  }

  void show_view(Page& page) const {
    const CourseExercise& exercise = learner_.current();
    if (view_ == WatchView::exercise) show_exercise(page);
    if (view_ == WatchView::list) show_course(page, learner_, wanted_);
    if (view_ == WatchView::statement) learner_.show_task(page, exercise);
    if (view_ == WatchView::hints) learner_.show_hints(page, exercise);
    if (view_ == WatchView::solution) page.append(wrap(learner_.solution(exercise), {.width = 1000}));
  }

  /// Shows what was said last, and which keys there are.
  void show_keys(Page& page) const {
    if (!notice_.empty()) page.text(notice_, Paint::yellow);
    if (view_ == WatchView::list)
      return page.text(tr("Type a number or a part of a name, then Enter; [Esc] goes back. > {}", wanted_),
                       Paint::bold);
    if (view_ == WatchView::hints)
      return page.text(tr("[h] the next hint; any other key goes back."), Paint::bold);
    if (view_ != WatchView::exercise) return page.text(tr("Any other key goes back."), Paint::bold);
    page.text(tr("[n] next [p] previous [h] hint [d] statement [l] list [r] reset [s] solution [q] quit"),
              Paint::dim);
  }

  /// Returns what the view shows, as much as fits, with the keys below it.
  Page page() {
    Page whole, keys;
    show_view(whole);
    keys.line();
    show_keys(keys);
    const std::vector<std::string>& lines = whole.lines();
    const std::size_t taken = keys.lines().size() + 2;  // how to turn pages, and where the cursor stands
    page_height_ = rows_ == 0 || lines.size() + taken <= rows_ + 1 ? 0 : std::max(rows_, taken + 1) - taken;
    if (page_height_ == 0) {
      top_ = 0;
      whole.append(keys.lines());
      return whole;
    }
    last_top_ = lines.size() - page_height_;
    top_ = std::min(top_, last_top_);
    const auto first = lines.begin() + static_cast<std::ptrdiff_t>(top_);
    Page page;
    page.append({first, first + static_cast<std::ptrdiff_t>(page_height_)});
    page.gap();
    page.text(tr("Lines {} to {} of {}.", top_ + 1, top_ + page_height_, lines.size()) +
                  (top_ < last_top_ ? tr(" [space] on") : "") + (top_ > 0 ? tr(" [b] back") : ""),
              Paint::bold);
    page.append({keys.lines().begin() + 1, keys.lines().end()});
    return page;
  }

  Learner& learner_;
  GradeOptions options_;
  SingleKeys single_keys_;
  std::unique_ptr<Follower> follower_;
  WatchView view_ = WatchView::exercise;
  std::string last_key_;                    // r and s want to be typed twice
  std::string wanted_;                      // typed in the list
  std::string notice_;                      // of the last key
  std::string checked_;                     // the content that the last verdict is on
  std::size_t rows_ = 0, page_height_ = 0;  // of the terminal, and of a page; 0: all fits
  std::size_t top_ = 0, last_top_ = 0;      // the line that the page begins with, and that of the last page
  bool begun_ = false;                      // some part is written, as far as is known
  bool finished_ = false;
};

}  // namespace

int watch(Learner& learner, const GradeOptions& options) { return Watch(learner, options).run(); }

}  // namespace heed
