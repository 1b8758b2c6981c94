// A learner at work: the course, their answers, what is remembered of them, and the grader.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/learn/answers.hpp"
#include "tools/learn/course.hpp"
#include "tools/learn/grader.hpp"
#include "tools/learn/page.hpp"
#include "tools/learn/quiz.hpp"
#include "tools/learn/record.hpp"

namespace heed {

struct LearnPlaces {
  std::filesystem::path root;     // holds exercises/
  std::filesystem::path answers;  // the learner's files
  AnswerFiles elsewhere = {};     // of them
  std::filesystem::path grader;   // the program course_grader
  Route route = Route::whole;
  std::string options = "";  // " --answers DIR" where commands that a text names need it
};

class Learner {
 public:
  explicit Learner(LearnPlaces places);

  const Course& course() const { return course_; }
  const Answers& answers() const { return answers_; }
  const Record& record() const { return record_; }
  const Grader& grader() const { return grader_; }

  /// Returns where they left: the current exercise, else the first that is not passed.
  const CourseExercise& current() const;
  void go_to(const CourseExercise& exercise) { record_.set_current(exercise.name); }
  bool passed(const CourseExercise& exercise) const { return record_.of(exercise.name).passed; }

  /// Makes the answer's file when there is none.
  void prepare(const CourseExercise& exercise) const;
  /// Puts answers that an older course kept elsewhere where they belong now.
  void take_over_answers() const {
    for (const CourseExercise& exercise : course_.exercises())
      answers_.take_over(exercise, [&] { return stub(exercise); });
  }
  std::string file(const CourseExercise& exercise) const { return shown(answers_.path(exercise)); }

  /// Begins to check the answer's file; Grader::verdict_of() reads what comes out. Throws Error.
  std::unique_ptr<Process> start_check(const CourseExercise& exercise, const GradeOptions& options) const {
    return grader_.start(exercise.name, answers_.path(exercise), options);
  }
  Verdict check_quiz(const CourseExercise& exercise, const std::string& content) const;
  /// Waits; does not touch the record, so several may run at once.
  Verdict check(const CourseExercise& exercise, const GradeOptions& options) const;
  /// Keeps the best points.
  void remember(const CourseExercise& exercise, const Verdict& verdict);

  /// The statement, or a quiz's questions.
  void show_task(Page& page, const CourseExercise& exercise) const;
  /// At a terminal the repair of a mistake stays hidden at first: it comes as the next hint, or when a second
  /// check names the mistake again.
  void show_checked(Page& page, const CourseExercise& exercise, const Verdict& verdict) const;

  /// Opens one hint more: how to repair what the last check named, then the next on the first part that
  /// failed, then those on the others.
  void next_hint(const CourseExercise& exercise);
  void show_hints(Page& page, const CourseExercise& exercise) const;

  /// Begins again; returns where the old answer is kept.
  std::filesystem::path reset(const CourseExercise& exercise);
  bool solution_open(const CourseExercise& exercise) const { return record_.of(exercise.name).solution_open; }
  void give_up(const CourseExercise& exercise);
  /// Code, or the right answers of a quiz with their reasons.
  std::string solution(const CourseExercise& exercise) const;

  const std::string& options() const { return places_.options; }
  /// A path as short as it can be said from here.
  static std::string shown(const std::filesystem::path& path);

 private:
  std::string stub(const CourseExercise& exercise) const;

  LearnPlaces places_;
  Course course_;
  Answers answers_;
  Record record_;
  Grader grader_;
};

}  // namespace heed
