// Quizzes: reading them, answering them, and errors that say where.
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/files/file_error.hpp"
#include "lib/report/width.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tools/learn/quiz/review.hpp"

using namespace heed;

namespace {

nlohmann::json example() { return nlohmann::json::parse(SmallCourse::quiz()); }

std::string problem(const std::function<void(nlohmann::json&)>& change) {
  nlohmann::json json = example();
  change(json);
  return error_text<FormatError>([&] { quiz_from_json(json, "quiz.json"); });
}

std::vector<AnswerState> states(const std::string& answers) {
  std::vector<AnswerState> all;
  for (const AnsweredQuestion& question :
       grade_quiz(quiz_from_json(example(), "quiz.json"), answers).questions)
    all.push_back(question.state);
  return all;
}

std::string shown(const std::string& answers, Look look = {}) {
  Page page(look);
  show_quiz(page, grade_quiz(quiz_from_json(example(), "quiz.json"), answers), "quiz_three");
  return page.joined();
}

}  // namespace

TEST_CASE("a quiz that is not right is refused with file, question and member") {
  CHECK(problem([](auto&) {}).empty());
  const std::vector<std::pair<std::function<void(nlohmann::json&)>, std::string>> wrong{
      {[](auto& j) { j.erase("title"); }, "quiz.json: \"title\" is missing; add it"},
      {[](auto& j) { j["questions"][0]["kind"] = "text"; }, "quiz.json: question 1: \"kind\" must be"},
      {[](auto& j) { j["questions"][0]["tolerence"] = 1; }, "there is no member \"tolerence\""},
      {[](auto& j) { j["questions"][0]["answer"] = "64"; },
       "question 1: \"answer\": \"64\" is no answer to it"},
      {[](auto& j) { j["questions"][1]["answer"] = "c"; }, "\"c\" is no answer to it"},
      {[](auto& j) { j["questions"][2]["answer"] = "2 by 3"; }, "\"2 by 3\" is no answer to it"},
      {[](auto& j) { j["questions"][1]["ask"].erase("ko"); }, "question 2: \"ask\": needs a text for \"ko\""},
      {[](auto& j) { j["questions"][1]["choices"].erase(1); }, "is no answer to it"},
      {[](auto& j) { j["questions"][2]["id"] = "mask"; }, "two questions have the \"id\" mask"},
      {[](auto& j) { j["questions"][0]["points"] = 0; }, "\"points\" must be a number above 0"},
      {[](auto& j) { j["questions"][0]["wrong"][0]["answer"] = 64.2; }, "64.2 is the right answer"},
  };
  for (const auto& [change, message] : wrong) CHECK_THAT(problem(change), Catch::Contains(message));
}

TEST_CASE("answers are read as people write them") {
  const Quiz quiz = quiz_from_json(example(), "quiz.json");
  const Question &number = quiz.questions[0], &choice = quiz.questions[1], &shape = quiz.questions[2];
  for (const char* text : {"64", " 64.3 ", "6.4e1", "+64", "128/2"})
    CHECK(same_answer(number, parse_answer(number, text).value(), number.answer));
  CHECK(parse_answer(number, "1,024")->number == 1024);
  CHECK(parse_answer(number, "1/8")->number == 0.125);
  for (const char* text : {"", "many", "64 bytes", "1/0", "nan", "0x10"})
    CHECK_FALSE(parse_answer(number, text));
  for (const char* text : {"b", "B", "b)", " b. "}) CHECK(parse_answer(choice, text)->letter == 'b');
  for (const char* text : {"", "c", "ab", "padding"}) CHECK_FALSE(parse_answer(choice, text));
  for (const char* text : {"(2, 3)", "2,3", "[2,3]", "2 x 3", "2×3", "( 2 3 )"})
    CHECK(parse_answer(shape, text)->shape == std::vector<int>{2, 3});
  CHECK(parse_answer(shape, "(5,)")->shape == std::vector<int>{5});
  CHECK(parse_answer(shape, "()")->shape.empty());
  for (const char* text : {"", "B, T", "-2"}) CHECK_FALSE(parse_answer(shape, text));
}

TEST_CASE("the file for answers has every question, and scores nothing before it is filled in") {
  const Quiz quiz = quiz_from_json(example(), "quiz.json");
  for (const Language language : {Language::english, Language::korean}) {
    const std::string stub = quiz_stub(quiz, language);
    CHECK_THAT(stub, Catch::Contains("\nvariance = \n") && Catch::Contains("\nmask = \n") &&
                         Catch::Contains("\nsize = \n"));
    CHECK_THAT(stub, Catch::Contains(language == Language::korean ? "b) 패딩" : "b) padding"));
    if (language == Language::english)
      CHECK_THAT(stub, Catch::Contains("(2 points)") && Catch::Contains("(1 point)"));
    CHECK(states(stub) == std::vector<AnswerState>(3, AnswerState::open));
    const Verdict verdict = verdict_of(grade_quiz(quiz, stub), "quiz_three", "2_second");
    CHECK(verdict.points() == 0);
    CHECK(verdict.max_points() == 6);
    CHECK(verdict.untouched());
  }
}

TEST_CASE("right, wrong, open, unreadable and missing answers are told apart") {
  CHECK(states("variance = 64\nmask = a\nsize = ") ==
        std::vector<AnswerState>{AnswerState::right, AnswerState::wrong, AnswerState::open});
  CHECK(states("variance = lots # I think\nmask= b # yes") ==
        std::vector<AnswerState>{AnswerState::unreadable, AnswerState::right, AnswerState::missing});
  const std::string text = shown("variance = 8\nmask = b\nsize = 4\nvarience = 64\n");
  CHECK_THAT(text, Catch::Contains("That is the standard deviation.") && !Catch::Contains("64 terms"));
  CHECK_THAT(text, Catch::Contains("✓ mask") && Catch::Contains("It hides padding."));
  CHECK_THAT(text, Catch::Contains("✗ size") && Catch::Contains("Rows of queries"));
  CHECK_THAT(text, Catch::Contains("line 4: 'varience'"));
  CHECK_THAT(shown(""), !Catch::Contains("64 terms"));
  // as an editor saves it, a colon where = stands, and a Korean keyboard's marks
  CHECK(states("\xef\xbb\xbfvariance = 64\nmask: b\nsize ＝ （2，3）") ==
        std::vector<AnswerState>(3, AnswerState::right));
  CHECK(states("variance = 64\nmask = b\nmask: see page 3\nsize = (2, 3)") ==
        std::vector<AnswerState>(3, AnswerState::right));
  const std::string strays = shown("z 1\nvariance = 64\na 2\n");
  CHECK(strays.find("line 1: 'z 1'") < strays.find("line 3: 'a 2'"));
  CHECK_THAT(shown("variance = 64\nmask = b\nsize = (2,3)"),
             Catch::Contains("6/6") && Catch::Contains("All parts pass."));
}

TEST_CASE("old questions come back: wrong ones sooner, at most three a day, and not when switched off") {
  const SmallCourse small;
  const Course course(small.root());
  Record record(small.answer(".progress.json"));
  const Quiz quiz = read_quiz(course.quiz_file(course.find("quiz_three")));
  Review(course, record, 100).take_up("quiz_three", grade_quiz(quiz, "variance = 3\nmask = b\n"));
  CHECK(Review(course, record, 100).due() == 0);
  CHECK(Review(course, record, 101).due() == 1);  // the wrong one; `size` was never answered
  CHECK(Review(course, record, 103).due() == 2);
  Review third(course, record, 103);
  REQUIRE(third.next()->id == "variance");  // due for longest
  CHECK(third.answer("what").state == AnswerState::unreadable);
  CHECK(third.next()->id == "variance");
  CHECK(third.answer("64").state == AnswerState::right);
  REQUIRE(third.next()->id == "mask");
  CHECK(third.answer("b").state == AnswerState::right);
  CHECK_FALSE(third.next());
  const Record again(small.answer(".progress.json"));
  CHECK(again.review().cards.at("quiz_three/variance").due == 106);
  CHECK(again.review().cards.at("quiz_three/mask").due == 110);
  ReviewRecord crowded{.cards = {{"quiz_three/variance", {.due = 1, .days = 31}},
                                 {"quiz_three/mask", {.due = 2, .days = 3}},
                                 {"quiz_three/size", {.due = 3, .days = 3}},
                                 {"quiz_gone/any", {.due = 0, .days = 3}}},
                       .day = 200,
                       .asked = 1};
  record.change_review([&](ReviewRecord& review) { review = crowded; });
  Review crowd(course, record, 200);
  CHECK(crowd.due() == 2);
  crowd.answer("64");
  CHECK(record.review().cards.at("quiz_three/variance").due == ReviewCard::never);  // known after a month
  CHECK(crowd.due() == 1);
  CHECK(Review(course, record, 201).due() == 2);
  crowd.switch_off();
  CHECK(Review(course, record, 201).due() == 0);
  crowd.switch_on();
  CHECK(Review(course, record, 201).due() == 2);
}

TEST_CASE("a quiz fits a narrow terminal in Korean") {
  const Look look{.language = Language::korean, .terminal = {.width = 30}};
  std::istringstream lines(shown("variance = 8\nmask = padding\nsize = x", look));
  for (std::string line; std::getline(lines, line);) CHECK(printable_width(line) <= 30);
}
