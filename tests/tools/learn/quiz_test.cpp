// Quizzes: reading and answering them.
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/files/file_error.hpp"
#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/learn/verdict_view.hpp"

using namespace heed;

namespace {

Quiz example() { return quiz_from_json(nlohmann::json::parse(SmallCourse::quiz()), "quiz.json"); }

std::string problem(const std::function<void(nlohmann::json&)>& change) {
  nlohmann::json json = nlohmann::json::parse(SmallCourse::quiz());
  change(json);
  return error_text<FormatError>([&] { quiz_from_json(json, "quiz.json"); });
}

std::string shown(const std::string& answers, std::size_t width = 80) {
  Verdict verdict = grade_quiz(example(), answers);
  verdict.exercise = "quiz_three";
  Page page({.width = width});
  show_verdict(page, verdict, {});
  return page.joined();
}

}  // namespace

TEST_CASE("a quiz that is not right is refused with file and question") {
  const std::vector<std::pair<std::function<void(nlohmann::json&)>, std::string>> wrong{
      {[](auto& j) { j.erase("title"); }, "quiz.json: is no quiz"},
      {[](auto& j) { j["questions"][0]["kind"] = "text"; }, "quiz.json: question 1: \"kind\" must be"},
      {[](auto& j) { j["questions"][1]["answer"] = "c"; }, "\"c\" is no answer to it"},
      {[](auto& j) { j["questions"][1]["ask"].erase("ko"); }, "question 2: needs a text for \"ko\""}};
  for (const auto& [change, message] : wrong) CHECK_THAT(problem(change), Catch::Contains(message));
}

TEST_CASE("the figure of a question is shown as it stands") {
  nlohmann::json json = nlohmann::json::parse(SmallCourse::quiz());
  json["questions"][0]["figure"] = {"loss   5.61  4.45", "", "  나는 ██ 100"};
  CHECK_THAT(quiz_stub(quiz_from_json(json, "quiz.json")),
             Catch::Contains("#    loss   5.61  4.45\n# \n#      나는 ██ 100\nvariance = "));
}

TEST_CASE("answers are read as people write them") {
  const Quiz quiz = example();
  const Question &number = quiz.questions[0], &choice = quiz.questions[1], &shape = quiz.questions[2];
  for (const char* text : {"64", " 64.3 ", "6.4e1", "+64", "128/2"})
    CHECK(judge(number, text).status == PartStatus::passed);
  CHECK(parse_answer(number, "1,024") == QuizValue{1024});
  CHECK(parse_answer(number, "1/8") == QuizValue{0.125});
  for (const char* text : {"", "many", "64 bytes", "1/0", "nan", "0x10"})
    CHECK_FALSE(parse_answer(number, text));
  for (const char* text : {"b", "B", "b)", "(b)", " b. "}) CHECK(parse_answer(choice, text) == QuizValue{1});
  for (const char* text : {"", "c", "ab", "padding"}) CHECK_FALSE(parse_answer(choice, text));
  for (const char* text : {"(2, 3)", "2,3", "[2,3]", "2 x 3", "2×3", "( 2 3 )"})
    CHECK(parse_answer(shape, text) == QuizValue{2, 3});
  CHECK(parse_answer(shape, "(5,)") == QuizValue{5});
  CHECK(parse_answer(shape, "()") == QuizValue());
  for (const char* text : {"", "B, T", "-2"}) CHECK_FALSE(parse_answer(shape, text));
}

TEST_CASE("right, wrong, open, unreadable and missing answers are told apart") {
  const std::string text = shown("variance = 8 # I think\nmask = b\nsize = 4 by 3\n");
  CHECK_THAT(text, Catch::Contains("quiz_three  1/6") && Catch::Contains("✗ variance: not 8\n") &&
                       Catch::Contains("That is the standard deviation.") && !Catch::Contains("64 terms"));
  CHECK_THAT(text, Catch::Contains("✓ mask: right: b\n      It hides padding."));
  CHECK_THAT(text, Catch::Contains("· size: not answered yet: 4 by 3\n      not a shape"));
  CHECK_THAT(shown("mask = b\nsize = 4\n"),
             Catch::Contains("its line is no longer in the file") && Catch::Contains("Rows of queries"));
  CHECK_THAT(shown(""), !Catch::Contains("64 terms") && Catch::Contains("as soon as you have answered"));
  CHECK_THAT(shown("\xef\xbb\xbfvariance = 64\nmask = a\nmask = b\nsize = (2,3)"),
             Catch::Contains("6/6") && Catch::Contains("All parts pass."));
  const Speaking korean(Language::korean);
  std::istringstream lines(shown("variance = 8\nmask = padding\nsize = x", 30));
  for (std::string line; std::getline(lines, line);) CHECK(printable_width(line) <= 30);
}
