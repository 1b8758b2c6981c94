// The texts of the real course: every quiz can be read, answered and failed; every statement fits a terminal.
#include <nlohmann/json.hpp>

#include "lib/report/width.hpp"
#include "tests/catch.hpp"
#include "tools/learn/course.hpp"
#include "tools/learn/markdown.hpp"
#include "tools/learn/overview.hpp"
#include "tools/learn/quiz_answers.hpp"

using namespace heed;

namespace {

const Course& the_course() {
  static const Course course(HEED_SOURCE_DIR);
  return course;
}

std::string answer_text(const Question& question, const QuizValue& value) {
  if (question.kind == QuestionKind::number) return fmt::format("{:.12g}", value.number);
  if (question.kind == QuestionKind::choice) return std::string(1, value.letter);
  std::string text;
  for (const int size : value.shape) text += fmt::format("{},", size);
  return "(" + text + ")";
}

}  // namespace

TEST_CASE("every quiz of the course: its answers score all points, its wrong answers none and say why") {
  for (const CourseExercise& exercise : the_course().exercises()) {
    if (!exercise.is_quiz()) continue;
    INFO(exercise.name);
    const Quiz quiz = read_quiz(the_course().quiz_file(exercise));
    for (const Language language : {Language::english, Language::korean}) {
      const QuizResult right = grade_quiz(quiz, quiz_solution(quiz, language));
      CHECK(verdict_of(right, exercise.name, exercise.chapter).passed);
      CHECK(right.strays.empty());
      const QuizResult untouched = grade_quiz(quiz, quiz_stub(quiz, language));
      CHECK(verdict_of(untouched, exercise.name, exercise.chapter).untouched());
      CHECK(untouched.strays.empty());
    }
    for (const Question& question : quiz.questions) {
      for (const WrongAnswer& wrong : question.wrong) {
        const QuizResult result =
            grade_quiz({.questions = {question}}, question.id + " = " + answer_text(question, wrong.answer));
        CHECK(result.questions[0].state == AnswerState::wrong);
        CHECK(result.questions[0].why.english == wrong.why.english);
      }
    }
  }
}

TEST_CASE("every statement of the course has a title and fits 60 columns, code and tables apart") {
  for (const CourseExercise& exercise : the_course().exercises()) {
    if (exercise.is_quiz()) continue;
    for (const Language language : {Language::english, Language::korean}) {
      const std::string statement = the_course().statement(exercise, language);
      INFO(exercise.name);
      CHECK_FALSE(title_of(statement).empty());
      for (const std::string& line :
           render_markdown(statement, {.language = language, .terminal = {.width = 60}})) {
        INFO(line);
        CHECK((printable_width(line) <= 60 || line.starts_with("    ")));
      }
    }
  }
}

TEST_CASE("the glossary has each word in both languages") {
  Page page({.language = Language::korean, .terminal = {.width = 80}});
  show_glossary(page, the_course());
  CHECK(page.lines().size() > 30);
  CHECK_THAT(page.joined(), Catch::Contains("upstream gradient") && Catch::Contains("상류 기울기"));
}
