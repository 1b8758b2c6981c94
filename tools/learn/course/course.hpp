// The course: its chapters, its exercises in order, and the texts that belong to each.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/language/language.hpp"

namespace heed {

struct CourseExercise {
  std::string name = "";     // "softmax"
  std::string chapter = "";  // "2_softmax_and_loss"
  int number = 0;            // from 1, through the whole course
  Bilingual purpose = {};    // what it is for, half a line; of a quiz empty
  std::string command = "";  // of a project, which is made of other answers: "heed learn translate"
  bool is_quiz() const { return name.starts_with("quiz_"); }
  /// In answers/: "2_softmax_and_loss/softmax.cpp", for a quiz ".txt".
  std::filesystem::path answer() const {
    return std::filesystem::path(chapter) / (name + (is_quiz() ? ".txt" : ".cpp"));
  }
};

struct CourseChapter {
  std::string name = "";
  Bilingual title = {};
  Bilingual now = {};  // what one can do when it is over
  std::vector<CourseExercise> exercises = {};
};

/// Every exercise, or those that course.json names as the tour for people who know PyTorch.
enum class Route { whole, tour };

class Course {
 public:
  /// Reads exercises/course.json below `root`. Exercises have the same number on every route. Throws Error
  /// when it cannot be read, FormatError when it is not a course: what is missing and where.
  explicit Course(const std::filesystem::path& root, Route route = Route::whole);

  Route route() const { return route_; }
  const std::vector<CourseChapter>& chapters() const { return chapters_; }
  const std::vector<CourseExercise>& exercises() const { return exercises_; }
  const CourseChapter& chapter_of(const CourseExercise& exercise) const;

  /// What is made of several answers at once: by their command, without a number or a file of their own.
  const std::vector<CourseExercise>& projects() const { return projects_; }
  /// By its command; none where the course has no such project.
  const CourseExercise* project(std::string_view command) const;

  /// By name, chapter/name, number, or the path of its file. Throws UsageError that names the nearest names.
  const CourseExercise& find(std::string_view name) const;

  /// Markdown of the statement, in English when there is none in that language. A quiz has none.
  std::string statement(const CourseExercise& exercise, Language language) const;
  /// Markdown of hints and mistakes; empty when there is none.
  std::string notes(const CourseExercise& exercise, Language language) const;
  /// Markdown of the page of all that an answer has to hand.
  std::string api(Language language) const;
  std::filesystem::path quiz_file(const CourseExercise& exercise) const;
  std::filesystem::path folder(const CourseExercise& exercise) const;
  std::filesystem::path glossary_file() const { return root_ / "exercises" / "glossary.json"; }
  std::filesystem::path labels_file() const { return root_ / "exercises" / "labels.ko.json"; }

 private:
  std::filesystem::path root_;
  Route route_;
  std::vector<CourseChapter> chapters_;
  std::vector<CourseExercise> exercises_, projects_;
};

/// The first heading of a statement: "# Softmax" -> "Softmax".
std::string title_of(std::string_view statement);
/// How long it takes, by the line below it: "Difficulty 3/5 · 25 minutes · …", "난이도 3/5 · 25분 · …"; 0 if
/// it does not say.
int minutes_of(std::string_view statement);

}  // namespace heed
