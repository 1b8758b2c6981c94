// heed learn without a terminal: what it prints, how it ends, and what is remembered.
#include <nlohmann/json.hpp>

#include "lib/files/json.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"

TEST_CASE("learn check: the stub is made and scores nothing, a right answer ends with 0") {
  const Learning learn;
  const ProgramEnd stub = learn({"check", "one"});
  CHECK(stub.status == 1);
  CHECK_THAT(stub.out, Catch::Contains("answers/1_first/one.cpp") && Catch::Contains("0/10") &&
                           Catch::Contains("not written yet"));
  CHECK_THAT(slurp(learn.small.answer("1_first/one.cpp")), Catch::Contains("not_written"));
  learn.write("1_first/one.cpp", "// right\n");
  const ProgramEnd right = learn({"check", "one"});
  INFO(right.out + right.err);
  CHECK(right.status == 0);
  CHECK_THAT(right.out, Catch::Contains("All parts pass.") && Catch::Contains("Yours works.") &&
                            Catch::Contains("Next: 2. two · about 5 minutes: what comes second") &&
                            !Catch::Contains("You can now"));
  CHECK_THAT(learn({"check", "one", "--lang", "ko"}).out, Catch::Contains("모든 파트를 통과했습니다.") &&
                                                              Catch::Contains("잘 됩니다.") &&
                                                              Catch::Contains("다음: 2. two · 약 5분: 둘째"));
  CHECK_THAT(learn({"check", "one", "--sanitize"}).out, Catch::Contains("// right --sanitize"));
  learn.write("1_first/two.cpp", "// right\n");
  CHECK_THAT(learn({"check", "two"}).out, Catch::Contains("The chapter \"Beginning\" is done.") &&
                                              Catch::Contains("You can now begin.") &&
                                              Catch::Contains("Next: 3. quiz_three · about 3 minutes"));
}

TEST_CASE("learn: wrong calls are told") {
  const Learning learn;
  const std::string mistyped = (learn.small.root() / "answesr").string();
  const std::vector<std::pair<std::vector<std::string>, const char*>> calls{
      {{"check", "tow"}, "is it two?"},
      {{"tow"}, "is it two?"},
      {{"--lang", "fr", "list"}, "takes one of en, ko"},
      {{"check", "one", "--answers", mistyped}, "there is no folder"},
      {{"reset"}, ""},
      {{"reset", "whole"}, "has no file of its own"},
      {{"whole"}, "has no file of its own: `./heed learn translate`"},
      {{"list", "two"}, "one word too many"},
      {{"translate", "."}, "without a word"}};
  for (const auto& [arguments, words] : calls) {
    const ProgramEnd end = learn(arguments);
    INFO(arguments[0] << end.out << end.err);
    CHECK(end.status == 2);
    CHECK_THAT(end.err, Catch::Contains(words));
  }
  CHECK_FALSE(std::filesystem::exists(mistyped));
  CHECK_THAT(learn({"tow", "--lang", "ko"}).err, Catch::Contains("그런 문제는 없습니다: 'tow'"));
  // LC_ALL counts before LC_MESSAGES and LANG
  CHECK_THAT(learn({"tow"}, {"LC_ALL=ko_KR.UTF-8", "LANG=C"}).err, Catch::Contains("그런 문제는 없습니다"));
  CHECK_THAT(learn({"tow"}, {"LC_ALL=", "LC_MESSAGES=ko_KR"}).err, Catch::Contains("그런 문제는 없습니다"));
  CHECK_THAT(learn({"tow"}, {"LANG=ko_KR.UTF-8"}).err, Catch::Contains("there is no exercise"));  // LC_ALL=C
  CHECK(learn({"check", "two"}, {"HEED_GRADER=/nowhere"}).status == 1);
}

TEST_CASE("learn list: the whole course, the best points, and what a chapter has") {
  const Learning learn;
  CHECK_THAT(learn({"list"}).out, Catch::Contains("about 13 minutes left"));
  CHECK(learn({"check", "quiz_three"}).status == 1);
  learn.write("1_first/one.cpp", "// right\n");
  CHECK(learn({"check", "one"}).status == 0);
  CHECK_THAT(learn({"list"}).out,
             Catch::StartsWith("1 of 3 exercises") && Catch::Contains("1 · Beginning  1 of 2 exercises"));
  learn.write("1_first/two.cpp", "// right\n");
  CHECK(learn({"check", "two"}).status == 0);
  learn.write("2_second/quiz_three.txt", "variance = 64\nmask = b\nsize = (2, 3)\n");
  CHECK_THAT(learn({"check", "quiz_three"}).out,
             Catch::Contains("Next: ./heed learn translate: all at once"));
  CHECK_THAT(learn({"list", "--lang", "ko"}).out, Catch::Contains("3 / 3 문제") && Catch::Contains("✓ one") &&
                                                      Catch::Contains("one의 제목") &&
                                                      Catch::Contains("./heed learn translate  All of it"));
  learn.write("1_first/one.cpp", half_right);
  CHECK(learn({"check", "one"}).status == 1);
  CHECK_THAT(learn({"list"}).out, Catch::Contains("✓ one") && Catch::Contains("10/10"));
  CHECK(learn({"reset", "one"}).status == 0);
  CHECK_THAT(learn({"list"}).out, !Catch::Contains("✓ one"));
  learn.small.file("exercises/course.json",
                   R"({"chapters":[{"name":"1_first","title":{"en":"Beginning","ko":"시작"},)"
                   R"("exercises":["one","two"]}],"tour":["two"]})");
  CHECK_THAT(learn({"--tour", "list"}).out,
             Catch::StartsWith("Tour: 1 of 1 exercises") && Catch::Contains("That was the tour."));
}

TEST_CASE("learn without a terminal prints statement and verdict once, and resumes where it was left") {
  const Learning learn;
  const ProgramEnd once = learn({});
  INFO(once.out + once.err);
  CHECK(once.status == 0);
  CHECK_THAT(once.out,
             Catch::Contains("Title of one") && Catch::Contains("0/10") && !Catch::Contains("\033["));
  learn.write("1_first/two.cpp", "// right\n");
  CHECK_THAT(learn({"two"}).out, Catch::Contains("Title of two") && Catch::Contains("All parts pass."));
  CHECK_THAT(learn({}).out, Catch::Contains("Title of two") && !Catch::Contains("Title of one"));
  CHECK_THAT(learn({"1"}).out, Catch::Contains("Title of one"));
}

TEST_CASE("learn solution wants a pass or giving up, and says it for the folder that it is about") {
  const Learning learn;
  const ProgramEnd refused = learn({"solution", "one"});
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Catch::Contains("solution one --give-up"));
  CHECK_THAT(learn({"solution", "one", "--give-up"}).out, Catch::Contains("the solution of one"));
  CHECK_THAT(learn({"list"}).out, Catch::Contains("solution seen"));
  learn.write("1_first/two.cpp", "// right\n");
  learn({"check", "two"});
  CHECK(learn({"solution", "two"}).status == 0);
  CHECK_THAT(learn({"solution", "quiz_three", "--give-up"}).out,
             Catch::Contains("variance = 64") && Catch::Contains("size = (2, 3"));
  std::filesystem::create_directories(learn.small.root() / "elsewhere");
  CHECK_THAT(learn({"solution", "two", "--answers", "elsewhere"}).err,
             Catch::Contains("solution two --answers elsewhere --give-up"));
}

TEST_CASE("learn reset keeps a backup, and gives the stub of today and damaged points are told") {
  const Learning learn;
  learn({"check", "one"});
  learn.write("1_first/one.cpp", "// mine\n");
  learn({"check", "one"}, {"FAKE_STUB_VERSION=2"});
  CHECK(slurp(learn.small.answer("1_first/one.cpp")) == "// mine\n");
  CHECK_THAT(learn({"reset", "one"}, {"FAKE_STUB_VERSION=2"}).out,
             Catch::Contains("answers/.backup/1_first/one."));
  CHECK_THAT(slurp(learn.small.answer("1_first/one.cpp")), Catch::Contains("version 2"));
  learn.small.file("answers/.progress.json", "{");
  CHECK_THAT(learn({"list"}).err, Catch::Contains("could not be read") && Catch::Contains(".broken"));
}

TEST_CASE("learn api and glossary") {
  const Learning learn;
  learn.small.file("exercises/api.md", "# By hand\n\n    Tensor t({2, 3});\n");
  learn.small.file("exercises/api.ko.md", "# 쓸 것\n");
  CHECK_THAT(learn({"api"}).out, Catch::Contains("By hand") && Catch::Contains("    Tensor t({2, 3});"));
  CHECK_THAT(learn({"api", "--lang", "ko"}).out, Catch::Contains("쓸 것"));
  CHECK_THAT(learn({"glossary"}).out, Catch::Contains("query") && Catch::Contains("쿼리"));
}

TEST_CASE("learn run: the first case that fails, the part or case that is named, or a file for VS Code") {
  const Learning learn;
  learn.write("1_first/one.cpp", half_right);
  CHECK(learn({"run", "one"}).out == "backward tiny <1> & \"2\" 7\n");  // what /bin/echo is given
  CHECK(learn({"run", "one", "forward"}).out == "forward  7\n");
  CHECK(learn({"run", "one", "tiny <1> & \"2\""}).out == "backward tiny <1> & \"2\" 7\n");
  const ProgramEnd none = learn({"run", "one", "sideways"});
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Catch::Contains("the parts are forward, backward"));
  CHECK(learn({"run", "quiz_three"}).status == 2);
  CHECK(learn({"run", "one", "--vscode"}).status == 0);
  const nlohmann::json launch = heed::read_json(learn.small.answer(".vscode/launch.json"));
  CHECK(launch.at("configurations").at(0).at("args").at(0) == "backward");
  CHECK(launch.at("configurations").at(0).at("program") == "/bin/echo");
}

TEST_CASE("editors are told how answers are compiled, without what only the grader needs") {
  const Learning learn;
  learn.small.file("grader.sh", slurp(SmallCourse::grader()));
  std::filesystem::permissions(learn.small.root() / "grader.sh", std::filesystem::perms::owner_all);
  learn.small.file("toolchain.json",
                   R"({"compiler": "c++", "flags": ["-std=c++20", "-fno-inline", "", "-DX=1"]})");
  learn({"check", "one"}, {"HEED_GRADER=" + (learn.small.root() / "grader.sh").string()});
  CHECK(slurp(learn.small.answer("compile_flags.txt")) == "-std=c++20\n-DX=1\n");
}
