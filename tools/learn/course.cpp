#include "tools/learn/course.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/near.hpp"
#include "tools/learn/text_file.hpp"

namespace heed {
namespace {

std::vector<std::string> nearest(std::string_view name, const std::vector<CourseExercise>& exercises) {
  std::vector<std::string> found;
  for (const CourseExercise& exercise : exercises) {
    const bool part = !name.empty() && exercise.name.find(name) != std::string::npos;
    if ((part || edit_distance(name, exercise.name) <= 2) && found.size() < 5) found.push_back(exercise.name);
  }
  return found;
}

std::string required_text(const nlohmann::json& object, const char* key, const std::string& where) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_string())
    throw_error<FormatError>("{}: has no text \"{}\"; add it", where, key);
  return object[key].get<std::string>();
}

const nlohmann::json& required_list(const nlohmann::json& object, const char* key, const std::string& where) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_array())
    throw_error<FormatError>("{}: has no list \"{}\"; add it", where, key);
  return object[key];
}

/// `stem`.ko.md in Korean where there is one, else `stem`.md; "" without either.
std::string text_of(const std::filesystem::path& stem, Language language) {
  const std::filesystem::path korean = stem.string() + ".ko.md", english = stem.string() + ".md";
  if (language == Language::korean && std::filesystem::exists(korean)) return read_text_file(korean);
  return std::filesystem::exists(english) ? read_text_file(english) : "";
}

}  // namespace

Course::Course(const std::filesystem::path& root, Route route) : root_(root) {
  const std::string file = (root / "exercises" / "course.json").string();
  const nlohmann::json json = read_json(file);
  std::set<std::string> names, tour;
  if (route == Route::tour) {
    for (const nlohmann::json& name : required_list(json, "tour", file)) tour.insert(name.get<std::string>());
  }
  for (const nlohmann::json& entry : required_list(json, "chapters", file)) {
    CourseChapter chapter{.name = required_text(entry, "name", file + ": a chapter")};
    const std::string where = fmt::format("{}: chapter {}", file, chapter.name);
    chapter.title = bilingual_from_json(entry.value("title", nlohmann::json()), where + ": \"title\"");
    for (const nlohmann::json& name : required_list(entry, "exercises", where)) {
      if (!name.is_string())
        throw_error<FormatError>("{}: \"exercises\" holds {}, which is no name; write names in quotes", where,
                                 name.dump());
      const CourseExercise exercise{.name = name.get<std::string>(),
                                    .chapter = chapter.name,
                                    .number = static_cast<int>(names.size()) + 1};
      if (!names.insert(exercise.name).second)
        throw_error<FormatError>("{}: the exercise {} is there twice; names must differ", where,
                                 exercise.name);
      if (route == Route::tour && tour.erase(exercise.name) == 0) continue;
      chapter.exercises.push_back(exercise);
      exercises_.push_back(exercise);
    }
    if (!chapter.exercises.empty()) chapters_.push_back(std::move(chapter));
  }
  if (!tour.empty())
    throw_error<FormatError>("{}: \"tour\" names {}, which is no exercise", file, *tour.begin());
  if (exercises_.empty()) throw_error<FormatError>("{}: has no exercises; add some", file);
}

const CourseExercise& Course::find(std::string_view name) const {
  const std::filesystem::path path(name);
  for (const CourseExercise& exercise : exercises_) {
    if (name == exercise.name || name == std::to_string(exercise.number) ||
        (path.stem() == exercise.name && path.parent_path().filename() == exercise.chapter))
      return exercise;
  }
  const std::vector<std::string> near = nearest(name, exercises_);
  if (near.empty()) throw_error<UsageError>("there is no exercise '{}'; `heed learn list` lists them", name);
  throw_error<UsageError>("there is no exercise '{}'; is it {}?", name, fmt::join(near, ", "));
}

std::filesystem::path Course::folder(const CourseExercise& exercise) const {
  return root_ / "exercises" / exercise.chapter / exercise.name;
}

std::filesystem::path Course::quiz_file(const CourseExercise& exercise) const {
  return root_ / "exercises" / exercise.chapter / (exercise.name + ".json");
}

std::string Course::statement(const CourseExercise& exercise, Language language) const {
  return text_of(folder(exercise) / "README", language);
}

std::string Course::notes(const CourseExercise& exercise, Language language) const {
  return text_of(folder(exercise) / "notes", language);
}

std::string Course::api(Language language) const { return text_of(root_ / "exercises" / "api", language); }

std::string title_of(std::string_view statement) {
  if (!statement.starts_with("# ")) return "";
  return std::string(statement.substr(2, statement.find('\n') - 2));
}

}  // namespace heed
