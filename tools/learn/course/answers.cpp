#include "tools/learn/course/answers.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>

#include "exercises/grading/text_file.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/folders.hpp"

namespace heed {
namespace {

void write(const std::filesystem::path& path, const std::string& content) {
  make_folders(path.parent_path());
  atomic_write(path, content);
}

/// A path that no file has yet: "softmax.2026-11-21_14-03-59.cpp", then "….2.cpp".
std::filesystem::path free_backup(const std::filesystem::path& folder, const CourseExercise& exercise) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  const std::string extension = exercise.answer().extension().string();
  const std::string stem = fmt::format("{}.{:%Y-%m-%d_%H-%M-%S}", exercise.name, local);
  std::filesystem::path path = folder / (stem + extension);
  for (int i = 2; std::filesystem::exists(path); ++i)
    path = folder / fmt::format("{}.{}{}", stem, i, extension);
  return path;
}

}  // namespace

bool Answers::create(const CourseExercise& exercise, const std::string& stub) const {
  if (std::filesystem::exists(path(exercise))) return false;
  write(stub_path(exercise), stub);
  write(path(exercise), stub);
  return true;
}

std::filesystem::path Answers::reset(const CourseExercise& exercise, const std::string& stub) const {
  std::filesystem::path backup;
  if (const auto old = read_if_there(path(exercise))) {
    backup = free_backup(folder_ / ".backup" / exercise.chapter, exercise);
    write(backup, *old);
  }
  write(stub_path(exercise), stub);
  write(path(exercise), stub);
  return backup;
}

bool Answers::begun(const CourseExercise& exercise) const {
  std::error_code none, no_stub;
  const std::uintmax_t size = std::filesystem::file_size(path(exercise), none);
  // however large it is: without reading it
  if (!none && size != std::filesystem::file_size(stub_path(exercise), no_stub)) return true;
  const auto answer = read_if_there(path(exercise));
  return answer && answer != read_if_there(stub_path(exercise));
}

std::filesystem::path Answers::snapshot(const CourseExercise& exercise, const std::string& content) const {
  std::filesystem::path copy = folder_ / ".check" / exercise.answer();
  write(copy, content);
  return copy;
}

}  // namespace heed
