// heed learn report: the shapes that classrooms take.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/learn/learning.hpp"

TEST_CASE("a report of failures says the total again behind them") {
  const Learning learn;
  learn.write("1_first/one.cpp", half_right);
  const ProgramEnd report = learn({"report"});
  CHECK_THAT(report.out, Catch::Contains("total") && Catch::EndsWith("\ntotal  6/21\n"));
  CHECK_THAT(learn({"report", "--lang", "ko"}).out, Catch::EndsWith("\n합계  6/21\n"));
}

TEST_CASE("learn report has a test for each part in the shapes that classrooms take") {
  const Learning learn;
  learn.write("1_first/one.cpp", half_right);
  learn.write("2_second/quiz_three.txt", "variance = 8\nmask = b\nsize =\n");

  const ProgramEnd text = learn({"report"});
  INFO(text.out + text.err);
  CHECK(text.status == 0);
  CHECK_THAT(text.out, Catch::Contains("6/10") && Catch::Contains("1/6") && Catch::Contains("7/21"));

  const auto json = nlohmann::json::parse(learn({"report", "--format", "json"}).out);
  CHECK(json["points"] == 7);
  CHECK(json["max_points"] == 21);
  CHECK(json["chapters"][0]["exercises"].size() == 2);

  const auto scope = nlohmann::json::parse(learn({"report", "--format", "gradescope"}).out);
  REQUIRE(scope["tests"].size() == 6);
  CHECK(scope["score"] == 7);
  CHECK(scope["tests"][0]["status"] == "passed");
  CHECK(scope["tests"][1]["max_score"] == 4);
  CHECK(scope["tests"][1]["number"] == "1.2");
  CHECK_THAT(scope["tests"][1]["output"].get<std::string>(),
             Catch::Contains("index (2, 0) is outside shape"));
  CHECK(scope["tests"][2]["score"] == 0);

  CHECK(learn({"report", "--format", "gradescope", "--out", "results.json"}).out.empty());
  CHECK(nlohmann::json::parse(slurp(learn.small.root() / "results.json"))["score"] == 7);
}

TEST_CASE("learn --answers grades another folder and leaves ours alone") {
  const Learning learn;
  learn.small.file("submission/1_first/one.cpp", "// right\n");
  const auto json = nlohmann::json::parse(
      learn({"report", "--format", "json", "--answers", (learn.small.root() / "submission").string()}).out);
  CHECK(json["points"] == 10);
  CHECK_FALSE(std::filesystem::exists(learn.small.root() / "answers"));
}

TEST_CASE("a class is graded without what is shown after a pass") {
  const Learning learn;
  learn.small.file("class/kim/1_first/one.cpp", "// right\n");
  const std::string log = "FAKE_LOG=" + (learn.small.root() / "log").string();
  const ProgramEnd graded = learn({"report", "--all-in", (learn.small.root() / "class").string()}, {log});
  INFO(graded.out + graded.err);
  CHECK(graded.status == 0);
  CHECK_THAT(graded.out, Catch::StartsWith("submission,") && Catch::Contains("kim,10,"));
  CHECK(slurp(learn.small.root() / "log") == "start // right --no-demo\nend // right\n");
  REQUIRE(
      learn({"report", "--all-in", (learn.small.root() / "class").string(), "--out", "class.csv"}).status ==
      0);
  CHECK(slurp(learn.small.root() / "class.csv") == "\xEF\xBB\xBF" + graded.out);
}

TEST_CASE(
    "what a link in a submission leads to elsewhere is nobody's work, and what is no file has no verdict") {
  const Learning learn;
  const std::filesystem::path class_folder = learn.small.root() / "class";
  learn.small.file("class/kim/1_first/one.cpp", "// right\n");
  learn.small.file("class/own/all/one.cpp", "// right\n");
  for (const char* name : {"lee", "park/1_first", "own/1_first", "choi/1_first/one.cpp"})
    std::filesystem::create_directories(class_folder / name);
  std::filesystem::create_directory_symlink("../kim/1_first", class_folder / "lee/1_first");
  std::filesystem::create_symlink(class_folder / "kim/1_first/one.cpp",
                                  class_folder / "park/1_first/one.cpp");
  std::filesystem::create_symlink("../all/one.cpp", class_folder / "own/1_first/one.cpp");
  const ProgramEnd graded = learn({"report", "--all-in", class_folder.string()});
  INFO(graded.out + graded.err);
  CHECK(graded.status == 1);
  CHECK_THAT(graded.out, Catch::Contains("kim,10,") && Catch::Contains("own,10,"));
  CHECK_THAT(graded.out, Catch::Contains("lee,0,") && Catch::Contains("park,0,"));
  CHECK_THAT(graded.out, Catch::Contains("refused: one") && Catch::Contains("no verdict: one"));
  CHECK_THAT(graded.err, Catch::Contains("choi: one: ") && Catch::Contains("is no file that can be read"));
}

TEST_CASE("what a class cannot be reported with is said before anybody is graded") {
  const Learning learn;
  learn.small.file("class/kim/1_first/one.cpp", "// right\n");
  const std::filesystem::path log = learn.small.root() / "log", class_folder = learn.small.root() / "class";
  const auto refused = [&](const std::vector<std::string>& arguments, int status, const char* words) {
    const ProgramEnd end = learn(arguments, {"FAKE_LOG=" + log.string()});
    INFO(end.out + end.err);
    CHECK(end.status == status);
    CHECK_THAT(end.err, Catch::Contains(words));
    CHECK_FALSE(std::filesystem::exists(log));
  };
  const std::string nowhere = (learn.small.root() / "nowhere/x.csv").string();
  refused({"report", "--all-in", class_folder.string(), "--out", nowhere}, 1, "cannot write");
  refused({"report", "--all-in", (class_folder / "kim").string()}, 2, "is one submission");
}

TEST_CASE("points that are damaged are told, and kept") {
  const Learning learn;
  learn.small.file("answers/.progress.json", "{");
  const ProgramEnd listed = learn({"list"}, {});
  CHECK(listed.status == 0);
  CHECK_THAT(listed.err, Catch::Contains("could not be read") && Catch::Contains(".broken"));
}
