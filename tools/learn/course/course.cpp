#include "tools/learn/course/course.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/near.hpp"
#include "tools/language/spoken_error.hpp"

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

/// "NAME", or {"name": "NAME", "for": {"en": "…", "ko": "…"}}.
CourseExercise exercise_from(const nlohmann::json& listed, const std::string& where) {
  if (listed.is_string()) return {.name = listed.get<std::string>()};
  if (!listed.is_object())
    throw_error<FormatError>("{}: \"exercises\" holds {}, which is no name; write names in quotes", where,
                             listed.dump());
  CourseExercise exercise{.name = required_text(listed, "name", where + ": an exercise")};
  exercise.purpose = bilingual_from_json(listed.value("for", nlohmann::json()),
                                         fmt::format("{}: {}: \"for\"", where, exercise.name));
  return exercise;
}

/// `stem`.ko.md in Korean where there is one, else `stem`.md; "" without either.
std::string document_text(const std::filesystem::path& stem, Language language) {
  const std::filesystem::path korean = stem.string() + ".ko.md", english = stem.string() + ".md";
  if (language == Language::korean && std::filesystem::exists(korean)) return read_text_file(korean);
  return std::filesystem::exists(english) ? read_text_file(english) : "";
}

}  // namespace

Course::Course(const std::filesystem::path& root, Route route) : root_(root), route_(route) {
  const std::string file = (root / "exercises" / "course.json").string();
  const nlohmann::json json = read_json(file);
  std::set<std::string> names, tour;
  if (route == Route::tour) {
    for (const nlohmann::json& name : required_list(json, "tour", file)) {
      if (!name.is_string())
        throw_error<FormatError>("{}: \"tour\" holds {}, which is no name; write names in quotes", file,
                                 name.dump());
      tour.insert(name.get<std::string>());
    }
  }
  for (const nlohmann::json& entry : required_list(json, "chapters", file)) {
    CourseChapter chapter{.name = required_text(entry, "name", file + ": a chapter")};
    const std::string where = fmt::format("{}: chapter {}", file, chapter.name);
    chapter.title = bilingual_from_json(entry.value("title", nlohmann::json()), where + ": \"title\"");
    if (entry.contains("now")) chapter.now = bilingual_from_json(entry["now"], where + ": \"now\"");
    for (const nlohmann::json& listed : required_list(entry, "exercises", where)) {
      CourseExercise exercise = exercise_from(listed, where);
      exercise.chapter = chapter.name;
      exercise.number = static_cast<int>(names.size()) + 1;
      if (!names.insert(exercise.name).second)
        throw_error<FormatError>("{}: the exercise {} is there twice; names must differ", where,
                                 exercise.name);
      if (route == Route::tour && tour.erase(exercise.name) == 0) continue;
      chapter.exercises.push_back(exercise);
      exercises_.push_back(exercise);
    }
    if (!chapter.exercises.empty()) chapters_.push_back(std::move(chapter));
  }
  for (const nlohmann::json& entry : json.value("projects", nlohmann::json::array())) {
    CourseExercise project = exercise_from(entry, file + ": \"projects\"");
    project.chapter = "projects";
    project.command = required_text(entry, "command", fmt::format("{}: {}", file, project.name));
    projects_.push_back(std::move(project));
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
  for (const CourseExercise& project : projects_)
    if (name == project.name) return project;
  std::vector<CourseExercise> all = exercises_;
  all.insert(all.end(), projects_.begin(), projects_.end());
  const std::vector<std::string> near = nearest(name, all);
  if (near.empty())
    throw_spoken<UsageError>("there is no exercise '{}'; `heed learn list` lists them",
                             "그런 문제는 없습니다: '{}'. `heed learn list`에 모두 있습니다", name);
  throw_spoken<UsageError>("there is no exercise '{}'; is it {}?", "그런 문제는 없습니다: '{}'. 혹시 {}?",
                           name, fmt::format("{}", fmt::join(near, ", ")));
}

const CourseExercise* Course::project(std::string_view command) const {
  const auto found = std::find_if(projects_.begin(), projects_.end(),
                                  [&](const CourseExercise& project) { return project.command == command; });
  return found == projects_.end() ? nullptr : &*found;
}

const CourseChapter& Course::chapter_of(const CourseExercise& exercise) const {
  return *std::find_if(chapters_.begin(), chapters_.end(),
                       [&](const CourseChapter& chapter) { return chapter.name == exercise.chapter; });
}

std::filesystem::path Course::folder(const CourseExercise& exercise) const {
  return root_ / "exercises" / exercise.chapter / exercise.name;
}

std::filesystem::path Course::quiz_file(const CourseExercise& exercise) const {
  return root_ / "exercises" / exercise.chapter / (exercise.name + ".json");
}

std::string Course::statement(const CourseExercise& exercise, Language language) const {
  return document_text(folder(exercise) / "README", language);
}

std::string Course::notes(const CourseExercise& exercise, Language language) const {
  return document_text(folder(exercise) / "notes", language);
}

std::string Course::api(Language language) const {
  return document_text(root_ / "exercises" / "api", language);
}

int minutes_of(std::string_view statement) {
  static const std::regex minutes(R"((\d+)( minutes?|분))");
  std::match_results<std::string_view::const_iterator> found;
  const std::string_view head = statement.substr(0, statement.find("\n\n", statement.find("\n\n") + 1));
  return std::regex_search(head.begin(), head.end(), found, minutes) ? std::stoi(found.str(1)) : 0;
}

std::string title_of(std::string_view statement) {
  if (!statement.starts_with("# ")) return "";
  return std::string(statement.substr(2, statement.find('\n') - 2));
}

}  // namespace heed
