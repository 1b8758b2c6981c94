// A learner at work: the course, their answers, what is remembered of them, and the grader.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/learn/course/answers.hpp"
#include "tools/learn/course/course.hpp"
#include "tools/learn/course/notes.hpp"
#include "tools/learn/course/record.hpp"
#include "tools/learn/learner/follower.hpp"
#include "tools/learn/learner/grader.hpp"
#include "tools/learn/learner/outcome.hpp"
#include "tools/learn/quiz/review.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {

struct LearnPlaces {
  std::filesystem::path root;     // holds exercises/
  std::filesystem::path answers;  // the learner's files
  std::filesystem::path grader;   // the program course_grader
  Route route = Route::whole;
  std::string options = "";  // " --answers DIR" where commands that a text names need it
};

class Learner {
 public:
  Learner(LearnPlaces places, Look look);

  const Course& course() const { return course_; }
  const Answers& answers() const { return answers_; }
  const Record& record() const { return record_; }
  const Grader& grader() const { return grader_; }
  Review review() { return Review(course_, record_); }
  Look& look() { return look_; }
  const Look& look() const { return look_; }

  /// Where they left: the current exercise, else the first that is not passed.
  const CourseExercise& current() const;
  void go_to(const CourseExercise& exercise) { record_.set_current(exercise.name); }

  /// That the answer's file is not there but one folder above; "" if it is not so.
  std::string misplaced(const CourseExercise& exercise) const;
  /// Makes the answer's file when there is none. Throws UsageError if it is misplaced.
  void prepare(const CourseExercise& exercise) const;

  /// For a Follower: begin to check `content` as an answer, and what came of it.
  StartedCheck start_check(const CourseExercise& exercise, const std::string& content,
                           const GradeOptions& options) const;
  static Outcome finish_check(const ProcessResult& result);

  /// Checks the answer's file and waits; does not touch the record, so several may run at once.
  Outcome check(const CourseExercise& exercise, const GradeOptions& options) const;
  /// Keeps the best points.
  void remember(const CourseExercise& exercise, const Outcome& outcome);

  void show_outcome(Page& page, const CourseExercise& exercise, const Outcome& outcome,
                    std::size_t rows = 0) const;

  /// The hints up to `level`, from the first: those that were shown before, then those on the first part that
  /// fails, then the others. A level beyond the last shows all.
  void show_hints(Page& page, const CourseExercise& exercise, int level, int from = 1) const;
  /// One level more than so far is remembered as shown, and returned.
  int next_hint(const CourseExercise& exercise);
  int hint_count(const CourseExercise& exercise) const;

  /// Begins again; returns where the old answer is kept.
  std::filesystem::path reset(const CourseExercise& exercise);
  bool solution_open(const CourseExercise& exercise) const { return record_.of(exercise.name).solution_open; }
  void give_up(const CourseExercise& exercise);
  /// Code, or the right answers of a quiz with their reasons.
  std::string solution(const CourseExercise& exercise) const;

  /// "Softmax"; of a quiz its title.
  std::string title(const CourseExercise& exercise) const;
  /// How long it takes by its statement, 0 if that cannot be had.
  int minutes(const CourseExercise& exercise) const;
  /// What a command that a text names needs behind it to find the same answers: "", or " --answers DIR".
  const std::string& options() const { return places_.options; }
  /// Where the file of before goes when an exercise is begun again.
  std::string backups() const { return shown(answers_.folder() / ".backup"); }
  /// A path as short as it can be said from here.
  static std::string shown(const std::filesystem::path& path);

 private:
  /// In the learner's language.
  std::string stub(const CourseExercise& exercise) const;
  std::vector<int> hint_order(const CourseExercise& exercise) const;
  Notes notes(const CourseExercise& exercise) const;

  LearnPlaces places_;
  Look look_;
  Course course_;
  Answers answers_;
  Record record_;
  Grader grader_;
};

}  // namespace heed
