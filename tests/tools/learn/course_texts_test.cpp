// The texts of the real course: every quiz can be read, answered and failed; every statement fits a terminal;
// its words are those of the glossary.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "exercises/grading/text_file.hpp"
#include "lib/files/json.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"
#include "tests/catch.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/learn/course.hpp"
#include "tools/learn/page.hpp"
#include "tools/learn/quiz.hpp"

using namespace heed;

namespace {

const Course& the_course() {
  static const Course course(HEED_SOURCE_DIR);
  return course;
}

std::vector<CourseExercise> with_projects() {
  std::vector<CourseExercise> all = the_course().exercises();
  all.insert(all.end(), the_course().projects().begin(), the_course().projects().end());
  return all;
}

std::string notes_of(const CourseExercise& exercise) {
  return the_course().document(exercise.chapter + "/" + exercise.name + "/notes");
}

}  // namespace

TEST_CASE("every quiz of the course: its answers score all points, its wrong answers none and say why") {
  for (const CourseExercise& exercise : the_course().exercises()) {
    if (!exercise.is_quiz()) continue;
    INFO(exercise.name);
    const Quiz quiz = read_quiz(the_course().quiz_file(exercise));
    for (const Language language : {Language::english, Language::korean}) {
      const Speaking speaking(language);
      CHECK(grade_quiz(quiz, quiz_solution(quiz)).passed());
      CHECK(grade_quiz(quiz, quiz_stub(quiz)).untouched());
    }
    for (const Question& question : quiz.questions) {
      CHECK(std::ranges::count(quiz.questions, question.id, &Question::id) == 1);
      for (const WrongAnswer& wrong : question.wrong) {
        const PartVerdict part = judge(question, answer_text(question, wrong.answer));
        CHECK(part.status == PartStatus::failed);
        CHECK(part.failure->message == wrong.why.english);
      }
    }
  }
}

TEST_CASE("every statement of the course has a title and a time, and a terminal shows it uncut") {
  const auto fits = [](const std::string& markdown) {
    for (const std::size_t width : {60, 80}) {
      Page page({.width = width});
      page.markdown(markdown);
      for (const std::string& line : page.lines()) {
        INFO(line);
        CHECK(printable_width(line) <= width);
      }
    }
  };
  for (const Language language : {Language::english, Language::korean}) {
    const Speaking speaking(language);
    for (const CourseExercise& exercise : with_projects()) {
      INFO(exercise.name);
      CHECK_FALSE(the_course().head(exercise).title.empty());
      if (exercise.number > 0) CHECK(the_course().head(exercise).minutes > 0);
      if (exercise.is_quiz()) continue;
      fits(the_course().statement(exercise));
      fits(notes_of(exercise));
    }
    fits(the_course().document("api"));
  }
}

TEST_CASE("every exercise says what it is for, every chapter what one can do after it") {
  for (const CourseExercise& exercise : with_projects()) {
    INFO(exercise.name);
    CHECK(exercise.purpose.english.empty() == exercise.is_quiz());
    CHECK(printable_width(exercise.purpose.english) <= 72);
    CHECK(printable_width(exercise.purpose.korean) <= 72);
  }
  for (const CourseChapter& chapter : the_course().chapters()) CHECK_FALSE(chapter.now.korean.empty());
  const Course tour(HEED_SOURCE_DIR, Route::tour);
  CHECK(tour.exercises().size() == read_json(the_course().file("course.json")).at("tour").size());
}

TEST_CASE("no statement, hint or verdict has another word for one of the glossary") {
  const std::filesystem::path course = std::filesystem::path(HEED_SOURCE_DIR) / "exercises";
  const nlohmann::json glossary = read_json(course / "glossary.json");
  for (const auto& file : std::filesystem::recursive_directory_iterator(course)) {
    if (file.path().extension() != ".md") continue;
    const bool korean = file.path().string().ends_with(".ko.md");
    std::string text = korean ? read_text_file(file.path()) : lower(read_text_file(file.path()));
    std::ranges::replace(text, '\n', ' ');
    for (const nlohmann::json& word : glossary) {
      for (const std::string& other : word.value(korean ? "not_ko" : "not_en", std::vector<std::string>())) {
        INFO(file.path() << ": \"" << other << "\" is called " << word.dump());
        CHECK(text.find(other) == std::string::npos);
      }
    }
  }
}
