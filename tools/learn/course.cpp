#include "tools/learn/course.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/text/near.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/quiz.hpp"

namespace heed {
namespace {

/// "NAME", or {"name": "NAME", "for": {"en": "…", "ko": "…"}}, with "was" as in CourseExercise.
CourseExercise exercise_from(const nlohmann::json& listed) {
  if (listed.is_string()) return {.name = listed.get<std::string>()};
  const std::string name = listed.at("name");
  return {.name = name,
          .was = listed.value("was", std::map<std::string, std::string>{}),
          .purpose = bilingual_from_json(listed.at("for"), name),
          .command = listed.value("command", "")};
}

}  // namespace

Course::Course(const std::filesystem::path& root, Route route) : root_(root), route_(route) {
  const std::string path = file("course.json").string();
  const nlohmann::json json = read_json(path);
  try {
    std::vector<CourseExercise> electives;
    for (const nlohmann::json& entry : json.at("chapters")) {
      CourseChapter chapter{.name = entry.at("name")};
      const std::string where = path + ": chapter " + chapter.name;
      chapter.title = bilingual_from_json(entry.at("title"), where);
      if (entry.contains("now")) chapter.now = bilingual_from_json(entry["now"], where);
      const auto add = [&](const nlohmann::json& list, std::vector<CourseExercise>& all) {
        for (const nlohmann::json& listed : list) {
          all.push_back(exercise_from(listed));
          all.back().chapter = chapter.name;
          all.back().elective = &all == &electives;
        }
      };
      add(entry.at("exercises"), exercises_);
      add(entry.value("electives", nlohmann::json::array()), electives);
      chapters_.push_back(std::move(chapter));
    }
    exercises_.insert(exercises_.end(), electives.begin(), electives.end());
    for (std::size_t i = 0; i < exercises_.size(); ++i) exercises_[i].number = static_cast<int>(i + 1);
    if (route == Route::tour) {
      const auto tour = json.at("tour").get<std::set<std::string>>();
      std::erase_if(exercises_, [&](const CourseExercise& one) { return !tour.contains(one.name); });
      std::erase_if(chapters_, [&](const CourseChapter& chapter) { return exercises_of(chapter).empty(); });
    }
    for (const nlohmann::json& entry : json.value("projects", nlohmann::json::array())) {
      projects_.push_back(exercise_from(entry));
      projects_.back().chapter = "projects";
    }
    if (exercises_.empty()) throw_error<FormatError>("{}: has no exercises; add some", path);
  } catch (const nlohmann::json::exception& problem) {
    throw_error<FormatError>("{}: is no course: {}", path, problem.what());
  }
}

const CourseExercise& Course::find(std::string_view name) const {
  const std::filesystem::path path(name);
  std::vector<std::string> names;
  for (const auto* all : {&exercises_, &projects_}) {
    for (const CourseExercise& exercise : *all) {
      if (name == exercise.name || (exercise.number > 0 && name == std::to_string(exercise.number)) ||
          (path.stem() == exercise.name && path.parent_path().filename() == exercise.chapter))
        return exercise;
      names.push_back(exercise.name);
    }
  }
  const Message near = is_it(name, names);
  if (near.empty())
    throw_error<UsageError>(tr_noop("there is no exercise '{}'; `heed learn list` lists them"), name);
  throw_error<UsageError>(tr_noop("there is no exercise '{}'{}"), name, near);
}

std::vector<CourseExercise> Course::exercises_of(const CourseChapter& chapter) const {
  std::vector<CourseExercise> its = exercises_;
  std::erase_if(its, [&](const CourseExercise& exercise) { return exercise.chapter != chapter.name; });
  return its;
}

const CourseChapter& Course::chapter_of(const CourseExercise& exercise) const {
  return *std::ranges::find(chapters_, exercise.chapter, &CourseChapter::name);
}

std::filesystem::path Course::document_file(const std::string& name) const {
  const std::filesystem::path korean = file(name + ".ko.md");
  return spoken_language() == Language::korean && std::filesystem::exists(korean) ? korean
                                                                                  : file(name + ".md");
}

std::string Course::document(const std::string& name) const {
  return read_if_there(document_file(name)).value_or("");
}

Notes Course::notes(const CourseExercise& exercise) const {
  Notes notes;
  parse_notes(document(exercise.chapter + "/" + exercise.name + "/notes"), notes);
  parse_notes(document("verdicts"), notes);
  return notes;
}

std::filesystem::path Course::quiz_file(const CourseExercise& exercise) const {
  return file(exercise.chapter) / (exercise.name + ".json");
}

TaskHead Course::head(const CourseExercise& exercise) const {
  try {
    if (exercise.is_quiz()) {
      const Quiz quiz = read_quiz(quiz_file(exercise));
      return {quiz.title.in(spoken_language()), quiz.minutes};
    }
    // "# Softmax", then a paragraph "Difficulty 3/5 · 25 minutes · …"
    static const std::regex beginning(R"(# (.*)(\n\n.*?(\d+)( minutes?|분))?)");
    std::smatch found;
    const std::string text = statement(exercise);
    if (!std::regex_search(text, found, beginning, std::regex_constants::match_continuous)) return {};
    return {found.str(1), found[3].matched ? std::stoi(found.str(3)) : 0};
  } catch (const Error&) {
    return {};  // what is wrong with it is said where it is opened
  }
}

}  // namespace heed
