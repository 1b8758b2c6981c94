// Of predictions the first count, whatever the file says afterwards.
#include "tools/learn/show/first_predictions.hpp"
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/process.hpp"

using namespace heed;

namespace {

using Json = nlohmann::json;

/// A part "prediction" as the grader judges it, and one that passes.
Json verdict_on(const std::vector<int>& predictions, bool right) {
  const Json named = {{{"id", "no_max"}, {"code", ""}}};
  Json part{{"name", "prediction"}, {"points", right ? 2 : 0},        {"max_points", 2},
            {"checks", 5},          {"failed_checks", right ? 0 : 1}, {"status", right ? "passed" : "failed"},
            {"by_question", named}};
  if (!right)
    part["failure"] = {
        {"case", "question 1"},
        {"output", "prediction"},
        {"got", {{"shape", Json::array()}, {"values", {predictions.at(0)}}}},
        {"shown", {{{"name", "predictions"}, {"shape", {predictions.size()}}, {"values", predictions}}}}};
  const Json code{{"name", "code"},     {"points", 3}, {"max_points", 3},
                  {"status", "passed"}, {"checks", 1}, {"failed_checks", 0}};
  return {{"exercise", "one"}, {"chapter", "1_first"}, {"passed", right}, {"parts", {part, code}}};
}

ProgramEnd learn(const SmallCourse& small, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "learn");
  std::vector<std::string> environment = small.environment();
  environment.emplace_back("LC_ALL=C");
  return run({.arguments = arguments, .folder = small.root(), .environment = environment});
}

void answer(const SmallCourse& small, const std::vector<int>& predictions, bool right) {
  small.file("answers/1_first/one.cpp", "//json " + verdict_on(predictions, right).dump() + "\n");
}

}  // namespace

TEST_CASE("who finds the right predictions by trial gets the points of the first ones") {
  const SmallCourse small;
  answer(small, {2, 3, 1, 1, 1}, false);
  const ProgramEnd first = learn(small, {"check", "one"});
  INFO(first.out + first.err);
  CHECK_THAT(first.out, Catch::Contains("counted: your first answer (2,3,1,1,1), not all right.") &&
                            !Catch::Contains("predictions ("));
  answer(small, {1, 3, 1, 1, 1}, false);
  CHECK_THAT(learn(small, {"check", "one"}).out,
             Catch::Contains("(2,3,1,1,1)") && Catch::Contains("now: (1,3,1,1,1)"));
  answer(small, {}, true);
  const ProgramEnd later = learn(small, {"check", "one"});
  INFO(later.out);
  CHECK(later.status == 0);  // the way on is open
  CHECK_THAT(later.out, Catch::Contains("3/5") && Catch::Contains("0/2  passed") &&
                            Catch::Contains("now: all right") &&
                            Catch::Contains("(yours is kept): `./heed learn"));
  CHECK_THAT(learn(small, {"check", "one", "--lang", "ko"}).out,
             Catch::Contains("점수로 세는 것은 처음 낸 답 (2,3,1,1,1), 틀린"));
  CHECK(Json::parse(learn(small, {"check", "one", "--json"}).out)["points"] == 3);
  const auto scope = Json::parse(learn(small, {"report", "--format", "gradescope"}).out);
  CHECK(scope["tests"][0]["score"] == 0);
  CHECK(scope["tests"][0]["status"] == "failed");

  CHECK(learn(small, {"reset", "one"}).status == 0);
  answer(small, {}, true);
  CHECK_THAT(learn(small, {"check", "one"}).out, Catch::Contains("5/5") && !Catch::Contains("counted"));
}

TEST_CASE(
    "right first predictions count while they stand in the file, which alone is judged without a record") {
  const Verdict right = verdict_from_json(verdict_on({}, true)),
                wrong = verdict_from_json(verdict_on({2, 1}, false));
  ExerciseRecord record;
  CHECK(with_first_predictions(record, wrong).points() == 3);
  CHECK(with_first_predictions(record, right).points() == 5);
  CHECK(first_predictions_text(record, wrong, "").english.empty());

  note_predictions(record, right);
  note_predictions(record, wrong);
  // a record is the learner's own file: what it says earns nothing by itself
  CHECK(with_first_predictions(record, wrong).points() == 3);
  CHECK(with_first_predictions(record, right).points() == 5);
  CHECK(with_first_predictions(record, wrong).parts[0].status == PartStatus::failed);
  CHECK(first_predictions_text(record, right, "").english.empty());
  CHECK_THAT(first_predictions_text(record, wrong, "").english,
             Catch::Contains("your first answer was all right"));

  ExerciseRecord untouched;
  note_predictions(untouched, Verdict{.parts = {{.name = "prediction", .status = PartStatus::not_written}}});
  CHECK_FALSE(untouched.predicted);
}

TEST_CASE("learn check --all tells an answer that lies one folder too high") {
  const SmallCourse small;
  small.file("answers/one.cpp", "// right\n");
  const ProgramEnd all = learn(small, {"check", "--all"});
  INFO(all.out + all.err);
  CHECK(all.status == 1);
  CHECK_THAT(all.out, Catch::Contains("one folder too high: move it to answers/1_first/one.cpp"));
}
