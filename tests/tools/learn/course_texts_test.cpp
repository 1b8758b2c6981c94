// The texts of the real course: every quiz can be read, answered and failed; every statement fits a terminal;
// its words are those of the glossary.
#include <fmt/format.h>
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "exercises/grading/text_file.hpp"
#include "lib/files/json.hpp"
#include "lib/report/width.hpp"
#include "tests/catch.hpp"
#include "tools/learn/course/course.hpp"
#include "tools/learn/quiz/quiz_answers.hpp"
#include "tools/learn/report/overview.hpp"
#include "tools/learn/text/markdown.hpp"

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

std::string answer_text(const Question& question, const QuizValue& value) {
  if (question.kind == QuestionKind::number) return fmt::format("{:.12g}", value.number);
  if (question.kind == QuestionKind::choice) return std::string(1, value.letter);
  std::string text;
  for (const int size : value.shape) text += fmt::format("{},", size);
  return "(" + text + ")";
}

/// Everything that a learner reads of an exercise in one language, its lines joined.
std::string all_text(const CourseExercise& exercise, Language language) {
  std::string text = exercise.purpose.in(language) + "\n";
  if (exercise.is_quiz()) {
    const Quiz quiz = read_quiz(the_course().quiz_file(exercise));
    text += quiz_stub(quiz, language) + quiz_solution(quiz, language);
    for (const Question& question : quiz.questions)
      for (const WrongAnswer& wrong : question.wrong) text += wrong.why.in(language) + "\n";
  } else {
    text += the_course().statement(exercise, language) + the_course().notes(exercise, language);
    if (language == Language::korean && exercise.command.empty())
      text += read_text_file(the_course().folder(exercise) / "stub.ko.cpp");
    if (language == Language::english)
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

int minutes_of(const CourseExercise& exercise) {
  if (exercise.is_quiz()) return read_quiz(the_course().quiz_file(exercise)).minutes;
  std::smatch match;
  const std::string statement = the_course().statement(exercise, Language::english);
  REQUIRE(std::regex_search(statement, match, std::regex(R"((\d+) minutes)")));
  return std::stoi(match[1]);
}

}  // namespace

TEST_CASE("every quiz of the course: its answers score all points, its wrong answers none and say why") {
  for (const CourseExercise& exercise : the_course().exercises()) {
    if (!exercise.is_quiz()) continue;
    INFO(exercise.name);
    const Quiz quiz = read_quiz(the_course().quiz_file(exercise));
    for (const Language language : {Language::english, Language::korean}) {
      const QuizResult right = grade_quiz(quiz, quiz_solution(quiz, language));
      CHECK(verdict_of(right, exercise.name, exercise.chapter).passed());
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

TEST_CASE("every statement of the course has a title, and all that a terminal shows of it fits, uncut") {
  const auto fits = [](const std::string& markdown, Language language) {
    for (const std::size_t width : {60, 80}) {
      for (const std::string& line :
           render_markdown(markdown, {.language = language, .terminal = {.width = width}})) {
        INFO(line);
        CHECK(printable_width(line) <= width);
      }
    }
  };
  for (const Language language : {Language::english, Language::korean}) {
    for (const CourseExercise& exercise : with_projects()) {
      if (exercise.is_quiz()) continue;
      const std::string statement = the_course().statement(exercise, language);
      INFO(exercise.name);
      CHECK_FALSE(title_of(statement).empty());
      fits(statement, language);
      fits(the_course().notes(exercise, language), language);
    }
    fits(the_course().api(language), language);
  }
}

TEST_CASE("links show their words, and lambdas in code stay what they are") {
  const auto lines = render_markdown("See [there](x.md): `[f](double v) { return f * v; }` is [one](y.md).\n",
                                     {.language = Language::english, .terminal = {.width = 100}});
  REQUIRE(lines.size() == 1);
  CHECK(lines.front() == "See there: `[f](double v) { return f * v; }` is one.");
}

TEST_CASE("every exercise says in half a line what it is for, every chapter what one can do after it") {
  for (const CourseExercise& exercise : with_projects()) {
    INFO(exercise.name);
    CHECK(exercise.purpose.english.empty() == exercise.is_quiz());
    CHECK(printable_width(exercise.purpose.english) <= 72);
    CHECK(printable_width(exercise.purpose.korean) <= 72);
  }
  for (const CourseChapter& chapter : the_course().chapters()) CHECK_FALSE(chapter.now.korean.empty());
}

TEST_CASE("the page of what is to hand names every function of given.hpp, in both languages") {
  std::set<std::string> functions;
  for (const char* header : {"given.hpp", "given_layers.hpp"}) {
    const std::string text = read_text_file(std::filesystem::path(HEED_SOURCE_DIR) / "exercises" / header);
    static const std::regex declared(R"(\nTensor (\w+)\()");
    for (std::sregex_iterator at(text.begin(), text.end(), declared), end; at != end; ++at)
      functions.insert((*at)[1]);
  }
  CHECK(functions.size() >= 13);
  for (const Language language : {Language::english, Language::korean}) {
    const std::string page = the_course().api(language);
    for (const std::string& name : functions) CHECK_THAT(page, Catch::Contains("given::" + name + "("));
  }
}

TEST_CASE("the glossary has each word in both languages") {
  Page page({.language = Language::korean, .terminal = {.width = 80}});
  show_glossary(page, the_course());
  CHECK(page.lines().size() > 30);
  CHECK_THAT(page.joined(), Catch::Contains("upstream gradient") && Catch::Contains("상류 기울기"));
  std::set<std::string> english;
  for (const nlohmann::json& entry : read_json(the_course().glossary_file().string())) {
    INFO(entry["en"]);
    CHECK(english.insert(entry["en"]).second);
    CHECK_FALSE(entry["ko"].get<std::string>().empty());
  }
  for (const char* word :
       {"cache", "temperature", "patch", "receptive field", "perplexity", "recurrent network", "state space",
        "gate", "back-propagation", "parameter", "dilation"})
    CHECK(english.count(word) == 1);
}

TEST_CASE("no text has another word for one of the glossary") {
  const std::filesystem::path file = the_course().glossary_file();
  const nlohmann::json glossary = read_json(file.string());
  int words = 0;
  const auto check = [&](const std::string& name, const std::string& text, const char* key) {
    for (const nlohmann::json& entry : glossary) {
      for (const std::string& other : entry.value(key, std::vector<std::string>())) {
        INFO(name << ": \"" << other << "\" is called " << entry.dump());
        CHECK(text.find(other) == std::string::npos);
        ++words;
      }
    }
  };
  for (const Language language : {Language::english, Language::korean})
    for (const CourseExercise& exercise : with_projects())
      check(exercise.name, all_text(exercise, language), language == Language::korean ? "not_ko" : "not_en");
  CHECK(words > 1000);
  const nlohmann::json labels = read_json(file.parent_path() / "labels.ko.json");
  for (const auto& [english, korean] : labels.items()) {
    check("label \"" + english + "\"", english, "not_en");
    check("label \"" + english + "\"", korean.get<std::string>(), "not_ko");
  }
}

TEST_CASE("no question is asked twice") {
  std::set<std::string> ids;
  for (const CourseExercise& exercise : the_course().exercises()) {
    if (!exercise.is_quiz()) continue;
    for (const Question& question : read_quiz(the_course().quiz_file(exercise)).questions) {
      for (const Language language : {Language::english, Language::korean})
        CHECK(ids.insert(question.ask.in(language)).second);
    }
  }
}

TEST_CASE("README says how much there is, and how long it takes") {
  int minutes = 0, exercises = 0, quizzes = 0;
  for (const CourseExercise& exercise : the_course().exercises()) {
    minutes += minutes_of(exercise);
    ++(exercise.is_quiz() ? quizzes : exercises);
  }
  const std::filesystem::path root(HEED_SOURCE_DIR);
  const int hours = (minutes + 30) / 60;
  CHECK_THAT(read_text_file(root / "README.md"),
             Catch::Contains(fmt::format("{} exercises in C++ and {} quizzes, about {} hours", exercises,
                                         quizzes, hours)));
  CHECK_THAT(read_text_file(root / "README.ko.md"),
             Catch::Contains(
                 fmt::format("연습 문제 {}개와 퀴즈 {}개로 이루어진, {}시간쯤", exercises, quizzes, hours)));
}

TEST_CASE("what a text quotes of a claim is what was measured last") {
  static const std::regex quoted(R"(`\./heed lab (C\d+)`)"), number(R"(\d+\.\d+|\d+e-\d+)");
  const std::regex_iterator<std::string::const_iterator> end;
  const nlohmann::json record = read_json(std::filesystem::path(HEED_SOURCE_DIR) / "docs/claims.json");
  std::map<std::string, std::string> measured;
  for (const nlohmann::json& claim : record.at("claims")) {
    std::string& text = measured[claim.at("id")] = claim.at("measured").dump();
    for (const nlohmann::json& table : claim.at("tables")) text += table.at("rows").dump();
  }
  int numbers = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(HEED_SOURCE_DIR) / "exercises")) {
    if (entry.path().extension() != ".md") continue;
    std::istringstream lines(read_text_file(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      std::smatch claim;
      if (!std::regex_search(line, claim, quoted)) continue;
      for (std::regex_iterator at(line.cbegin(), line.cend(), number); at != end; ++at, ++numbers) {
        INFO(entry.path() << ": " << line << ": " << at->str());
        CHECK(measured.at(claim[1]).find(at->str()) != std::string::npos);
      }
    }
  }
  CHECK(numbers > 30);
}
