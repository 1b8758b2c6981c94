// The learner's own files: answers/<chapter>/<name>, made from stubs and never overwritten.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "tools/learn/course.hpp"

namespace heed {

/// Files that lie elsewhere than the course puts them, by the exercise's name.
using AnswerFiles = std::map<std::string, std::filesystem::path>;

class Answers {
 public:
  explicit Answers(std::filesystem::path folder, AnswerFiles elsewhere = {})
      : folder_(std::move(folder)), elsewhere_(std::move(elsewhere)) {}

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path(const CourseExercise& exercise) const {
    const auto elsewhere = elsewhere_.find(exercise.name);
    return elsewhere == elsewhere_.end() ? folder_ / exercise.answer() : elsewhere->second;
  }

  /// Writes `stub` if there is no answer.
  void create(const CourseExercise& exercise, const std::function<std::string()>& stub) const;

  /// Moves an answer that lies in another chapter's folder, or beside them, to its place. Appends answers to
  /// exercises that became a part of this one (they move to answers/.backup/…), else the new function's stub.
  void take_over(const CourseExercise& exercise, const std::function<std::string()>& stub) const;

  /// Begins again from `stub`. Returns where the old answer went, if there was one: answers/.backup/….
  std::filesystem::path reset(const CourseExercise& exercise, const std::string& stub) const;

  /// Writes answers/compile_flags.txt, from the grader's toolchain.json, for clangd. Never throws: a course
  /// without it works as well.
  void tell_editors(const std::filesystem::path& toolchain) const;

 private:
  void find(const CourseExercise& exercise) const;
  void join(const CourseExercise& exercise, const std::function<std::string()>& stub) const;

  std::filesystem::path folder_;
  AnswerFiles elsewhere_;
};

}  // namespace heed
