// What the keys of the watch mode do, apart from terminals and waiting.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/learn/learner/follower.hpp"
#include "tools/learn/learner/learner.hpp"

namespace heed {

/// What is on the screen.
enum class WatchView { exercise, list, statement, solution, verdict, hints, review };

/// What a key means at the moment.
enum class WatchInput { command, confirm_reset, give_up, review, any_key };

class WatchSession {
 public:
  WatchSession(Learner& learner, GradeOptions options);

  Follower& follower() { return *follower_; }
  bool finished() const { return finished_; }

  /// A key as keys_in() gives it.
  void key(const std::string& key);

  /// Writes down a new outcome; call it when the follower has news.
  void note_outcome();

  /// The page to show; with `rows` above 0 what does not fit in them gives way: of the statement all but its
  /// beginning, and from the first verdict on that, too; and what a key has opened is shown in pages, the
  /// list from the one with the current exercise.
  Page page(std::size_t rows);

 private:
  void command(const std::string& key);
  void page_key(const std::string& raw, const std::string& key);
  void go_to(std::size_t number);
  void follow();
  void start_review();
  void edit_typed(const std::string& key);
  void show_statement(Page& page) const;
  void show_status(Page& page, std::size_t rows) const;
  Page view_page() const;
  Page in_pages(const Page& whole, std::size_t rows);
  void open(WatchView view);
  void close();
  bool turn_page(const std::string& key);
  void show_prompt(Page& page) const;
  void say(const Bilingual& text) { notice_ = text.in(learner_.look().language); }

  Learner& learner_;
  GradeOptions options_;
  std::unique_ptr<Follower> follower_;
  WatchView view_ = WatchView::exercise;
  WatchInput input_ = WatchInput::command;
  std::string typed_;                           // of a number, of "give up", of an answer
  std::string notice_;                          // of the last key
  std::string content_at_opening_;              // of the answer, when a key opened a page
  std::optional<Question> asked_;               // of the review
  std::optional<AnsweredQuestion> judged_;      // what was answered, until the next key
  int hints_shown_ = 0;                         // in this session
  std::size_t top_ = 0;                         // the line that a page of a view begins with
  std::size_t next_top_ = 0, page_height_ = 0;  // of the page after it (0: none), and lines on one
  bool begun_ = false;                          // a verdict was not that of the stub
  bool finished_ = false;
};

}  // namespace heed
