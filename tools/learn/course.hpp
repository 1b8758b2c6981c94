// The course: its chapters, its exercises in order, and the texts that belong to each.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/language/language.hpp"
#include "tools/learn/notes.hpp"

namespace heed {

struct CourseExercise {
  std::string name = "";     // "stable_softmax"
  std::string chapter = "";  // "1_attention"
  int number = 0;            // from 1: the core of the course, then the electives
  bool elective = false;
  /// Exercises that are a part of this one now, and the function that each brings.
  std::map<std::string, std::string> was = {};
  Bilingual purpose = {};    // what it is for, half a line; of a quiz empty
  std::string command = "";  // of a project, which is made of other answers: "heed learn translate"
  bool is_quiz() const { return name.starts_with("quiz_"); }
  /// In answers/: "1_attention/stable_softmax.cpp", for a quiz ".txt".
  std::filesystem::path answer() const {
    return std::filesystem::path(chapter) / (name + (is_quiz() ? ".txt" : ".cpp"));
  }
};

struct CourseChapter {
  std::string name = "";
  Bilingual title = {};
  Bilingual now = {};  // what one can do when it is over
};

struct TaskHead {
  std::string title = "";  // "Softmax"
  int minutes = 0;
};

/// Every exercise, or those that course.json names as the tour for people who know PyTorch.
enum class Route { whole, tour };

/// Its texts come in the spoken language, in English where there is no other.
class Course {
 public:
  /// Reads exercises/course.json below `root`. Exercises have the same number on every route. Throws Error.
  explicit Course(const std::filesystem::path& root, Route route = Route::whole);

  Route route() const { return route_; }
  const std::vector<CourseChapter>& chapters() const { return chapters_; }
  /// The core of all chapters, then their electives.
  const std::vector<CourseExercise>& exercises() const { return exercises_; }
  /// Those made of several answers at once, without a number or a file of their own.
  const std::vector<CourseExercise>& projects() const { return projects_; }
  /// The electives last.
  std::vector<CourseExercise> exercises_of(const CourseChapter& chapter) const;
  const CourseChapter& chapter_of(const CourseExercise& exercise) const;

  /// By name, number, or the path of its file. Throws UsageError that names the nearest names.
  const CourseExercise& find(std::string_view name) const;

  /// Both are empty if the statement or quiz cannot be read.
  TaskHead head(const CourseExercise& exercise) const;
  /// A quiz has none.
  std::filesystem::path statement_file(const CourseExercise& exercise) const {
    return document_file(exercise.chapter + "/" + exercise.name + "/README");
  }
  std::string statement(const CourseExercise& exercise) const {
    return document(exercise.chapter + "/" + exercise.name + "/README");
  }
  /// Returns the notes of the exercise, and those of exercises/verdicts.md.
  Notes notes(const CourseExercise& exercise) const;
  /// exercises/NAME.ko.md or NAME.md, and its text; "" without either.
  std::filesystem::path document_file(const std::string& name) const;
  std::string document(const std::string& name) const;
  std::filesystem::path quiz_file(const CourseExercise& exercise) const;
  std::filesystem::path file(const std::string& name) const { return root_ / "exercises" / name; }

 private:
  std::filesystem::path root_;
  Route route_;
  std::vector<CourseChapter> chapters_;
  std::vector<CourseExercise> exercises_, projects_;
};

}  // namespace heed
