// heed learn report: a learner's course, and a class's as a table for teachers.
#include "tests/catch.hpp"
#include "tests/tools/learn/learning.hpp"

TEST_CASE("learn report has points by exercise, and leaves other answers alone") {
  const Learning learn;
  learn.write("1_first/one.cpp", half_right);
  learn.write("2_second/quiz_three.txt", "variance = 8\nmask = b\nsize =\n");
  const ProgramEnd text = learn({"report"});
  INFO(text.out + text.err);
  CHECK(text.status == 0);
  CHECK_THAT(text.out, Catch::Contains("6/10") && Catch::Contains("1/6") &&
                           Catch::Contains("index (2, 0) is outside shape") &&
                           Catch::EndsWith("\ntotal  7/21\n"));  // once more behind the failures
  CHECK_THAT(learn({"report", "--lang", "ko"}).out, Catch::EndsWith("\n합계  7/21\n"));
  CHECK(learn({"report", "--out", "report.txt"}).out.empty());
  CHECK(slurp(learn.small.root() / "report.txt") == text.out);
  learn.small.file("submission/1_first/one.cpp", "// right\n");
  const std::string other = (learn.small.root() / "submission").string();
  CHECK_THAT(learn({"report", "--answers", other}).out, Catch::Contains("10/21"));
}

TEST_CASE("a class becomes CSV: points and mistakes of each, and whose answers got no verdict") {
  const Learning learn;
  learn.small.file("class/Kim, Zoe/1_first/one.cpp", "// right\n");
  learn.small.file(
      "class/lee/answers/1_first/one.cpp",
      R"(//json {"exercise":"one","chapter":"1_first","passed":false,"parts":[{"name":"forward",)"
      R"("points":6,"max_points":10,"status":"failed","mistake":{"id":"no_max","code":""}}]})"
      "\n");
  learn.small.file("class/park/2_second/quiz_three.txt", "mask = b\n");
  learn.small.file("class/.git/config", "");
  std::filesystem::create_directories(learn.small.root() / "class/park/1_first/one.cpp");
  const auto report = [&](const char* folder, const char* out) {
    return learn({"report", "--all-in", folder, "--out", out});
  };
  const ProgramEnd graded = report("class", "class.csv");
  INFO(graded.out + graded.err);
  CHECK(graded.status == 1);
  CHECK(slurp(learn.small.root() / "class.csv") ==
        "\xEF\xBB\xBFsubmission,points,max_points,one,two,quiz_three,mistakes\r\n"
        "\"Kim, Zoe\",10,21,10,0,0,\"\"\r\n"
        "\"lee\",6,21,6,0,0,\"one: no_max (forward)\"\r\n"
        "\"park\",1,21,0,0,1,\"\"\r\n");
  CHECK_THAT(graded.err, Catch::Contains("park: one: ") && Catch::Contains("is no file that can be read"));
  CHECK_THAT(report("class/lee/answers/1_first", "none.csv").err, Catch::Contains("holds no folders"));
  // what it cannot be reported with is said before anybody is graded
  CHECK_THAT(report("class", "nowhere/x.csv").err,
             Catch::Contains("cannot write") && !Catch::Contains("(1/3)"));
}
