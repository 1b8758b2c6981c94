// What the keys of the watch mode do, and what it shows, apart from terminals and waiting.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/learn/follower.hpp"

namespace heed {

/// Keys in what was read from a terminal: ASCII and other characters as they are, "escape", "enter",
/// "backspace", "up" and "down" (also of a page); other sequences are left out.
std::vector<std::string> keys_in(const std::string& bytes);

/// The Latin letter on the same key of a Korean keyboard: "ㅜ" -> "n"; anything else as it is.
std::string latin_key(const std::string& key);

/// What is on the screen: the exercise (its statement until the answer is
/// begun, then its verdict), or what a key has opened.
enum class WatchView { exercise, list, statement, solution, hints };

class WatchSession {
 public:
  WatchSession(Learner& learner, GradeOptions options);

  Follower& follower() { return *follower_; }
  bool finished() const { return finished_; }
  /// Says once that the old questions of quizzes are to be asked.
  bool takes_old_questions() { return std::exchange(asks_old_, false); }

  /// Takes a key as keys_in() gives it.
  void key(const std::string& key);

  /// Writes down a new outcome; call it when the follower has news.
  void note_outcome();

  /// What the view shows, at most `rows` lines (0: all) with the keys below it; the rest is on further pages.
  Page page(std::size_t rows);

 private:
  void command(const std::string& key, bool again);
  bool turn_page(const std::string& key);
  void follow();
  void go_to(std::ptrdiff_t place);
  void open(WatchView view);
  void show_exercise(Page& page) const;
  void show_view(Page& page) const;
  void show_keys(Page& page) const;

  Learner& learner_;
  GradeOptions options_;
  std::unique_ptr<Follower> follower_;
  WatchView view_ = WatchView::exercise;
  std::string last_key_;  // r and s want to be typed twice
  std::string number_;    // typed in the list
  std::string notice_;    // of the last key
  std::string checked_;   // the content that the last outcome is of
  int hint_ = 0;          // which is shown; 0: all
  std::size_t top_ = 0;   // the line that the page begins with
  std::size_t next_top_ = 0,
              page_height_ = 0;  // of the page after it (0: none), and lines on one
  bool begun_ = false;           // the answer is not its stub any more
  bool finished_ = false, asks_old_ = false;
};

}  // namespace heed
