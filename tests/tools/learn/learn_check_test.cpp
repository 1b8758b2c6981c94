// heed learn check and list: answers, points, and what is remembered of them.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/tools/learn/learning.hpp"

namespace {

const std::string quiz_right = "variance = 64\nmask = b\nsize = (2, 3)\n";

}  // namespace

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
  CHECK_THAT(right.out, Catch::Contains("All parts pass.") && Catch::Contains("Yours works."));
  CHECK_THAT(learn({"--lang", "ko", "check", "one"}).out, Catch::Contains("모든 파트를 통과했습니다.") &&
                                                              Catch::Contains("잘 됩니다.") &&
                                                              Catch::Contains("다음: 2. two · 약 5분: 둘째"));
  CHECK_THAT(right.out, Catch::Contains("Next: 2. two · about 5 minutes: what comes second") &&
                            !Catch::Contains("You can now"));
  CHECK_THAT(learn({"check", "one", "--lang", "ko"}).out, Catch::Contains("모든 파트를"));
  CHECK_THAT(learn({"check", "one", "--sanitize"}).out, Catch::Contains("// right --sanitize"));
  const auto json = nlohmann::json::parse(learn({"check", "one", "--json"}).out);
  CHECK(json["passed"] == true);
  CHECK(json["parts"][0]["checks"] == 3);
}

TEST_CASE("learn check: an answer beside its chapter's folder is told, and no stub is graded in its place") {
  const Learning learn;
  learn.write("one.cpp", "// right\n");
  const ProgramEnd high = learn({"check", "one"});
  CHECK(high.status == 2);
  CHECK_THAT(high.err, Catch::Contains("one.cpp lies one folder too high: move it to ") &&
                           Catch::Contains("1_first/one.cpp"));
  CHECK_THAT(learn({"--lang", "ko", "check", "one"}).err, Catch::Contains("한 폴더 위에 있습니다"));
  const ProgramEnd all = learn({"check", "--all"});
  CHECK_THAT(all.out + all.err, Catch::Contains("one.cpp lies one folder too high: move it to "));
  CHECK_FALSE(std::filesystem::exists(learn.small.answer("1_first/one.cpp")));
  learn.write("1_first/one.cpp", "// right\n");
  CHECK(learn({"check", "one"}).status == 0);
}

TEST_CASE("learn check: a link that leads nowhere is told, and nothing is made where it leads") {
  const Learning learn;
  const std::filesystem::path nowhere = learn.small.root() / "nowhere.cpp";
  std::filesystem::create_directories(learn.small.root() / "answers/1_first");
  std::filesystem::create_symlink(nowhere, learn.small.root() / "answers/1_first/one.cpp");
  const ProgramEnd checked = learn({"check", "one"});
  CHECK(checked.status == 2);
  CHECK_THAT(checked.err, Catch::Contains("is a link that leads nowhere: remove it"));
  CHECK_FALSE(std::filesystem::exists(nowhere));
}

TEST_CASE("learn check of a quiz, and wrong calls") {
  const Learning learn;
  CHECK(learn({"check", "quiz_three"}).status == 1);
  learn.write("2_second/quiz_three.txt", quiz_right);
  CHECK(learn({"check", "quiz_three"}).status == 0);
  CHECK(nlohmann::json::parse(learn({"check", "quiz_three", "--json"}).out)["points"] == 6);
  CHECK(learn({"check", "tow"}).status == 2);
  CHECK(learn({"--lang", "fr", "list"}).status == 2);
  CHECK(learn({"check", "one", "--all"}).status == 2);
  const std::string mistyped = (learn.small.root() / "answesr").string();
  CHECK(learn({"check", "one", "--answers", mistyped}).status == 2);
  CHECK_FALSE(std::filesystem::exists(mistyped));
  CHECK(learn({"reset"}).status == 2);
  const ProgramEnd missing = learn({"check", "two"}, {"HEED_GRADER=/nowhere"});
  CHECK(missing.status == 1);
}

TEST_CASE("learn check --all and list: the whole course") {
  const Learning learn;
  CHECK_THAT(learn({"list"}).out, Catch::Contains("about 13 minutes left"));
  learn.write("1_first/one.cpp", half_right);
  CHECK(learn({"check", "--all"}).status == 1);
  learn.write("1_first/one.cpp", "// right\n");
  learn.write("1_first/two.cpp", "// right\n");
  learn.write("2_second/quiz_three.txt", quiz_right);
  const ProgramEnd all = learn({"check", "--all"});
  INFO(all.out + all.err);
  CHECK(all.status == 0);
  CHECK_THAT(all.out, Catch::Contains("26/26"));
  CHECK_THAT(learn({"list"}).out,
             Catch::Contains("· whole") && Catch::Contains("./heed learn translate  All of it"));
  CHECK_THAT(learn({"check", "quiz_three"}).out,
             Catch::Contains("Next: ./heed learn translate: all at once"));
  CHECK(learn({"reset", "whole"}).status == 2);
  const ProgramEnd list = learn({"list", "--lang", "ko"});
  CHECK_THAT(list.out, Catch::Contains("3 / 3 문제") && Catch::Contains("100 %") &&
                           Catch::Contains("✓ one") && Catch::Contains("one의 제목") &&
                           Catch::Contains("2 / 2 문제"));
}

TEST_CASE("learn list counts what a chapter has, not what was checked, and a tour says that it is one") {
  const Learning learn;
  learn.write("1_first/one.cpp", "// right\n");
  CHECK(learn({"check", "one"}).status == 0);
  CHECK_THAT(learn({"list"}).out,
             Catch::Contains("1 · Beginning  1 of 2 exercises") && Catch::StartsWith("1 of 3 exercises"));
  learn.small.file("exercises/course.json",
                   R"({"chapters":[{"name":"1_first","title":{"en":"Beginning","ko":"시작"},)"
                   R"("exercises":["one","two"]}],"tour":["one"]})");
  CHECK_THAT(learn({"--tour", "list"}).out,
             Catch::StartsWith("Tour: 1 of 1 exercises") && Catch::Contains("That was the tour."));
  CHECK_THAT(learn({"--tour", "check", "one"}).out, !Catch::Contains("is done."));
}

TEST_CASE("learn list keeps the best points of an exercise, and reset forgets them") {
  const Learning learn;
  learn.write("1_first/one.cpp", "// right\n");
  CHECK(learn({"check", "one"}).status == 0);
  learn.write("1_first/one.cpp", half_right);
  CHECK(learn({"check", "one"}).status == 1);
  CHECK_THAT(learn({"list"}).out, Catch::Contains("✓ one") && Catch::Contains("10/10"));
  CHECK(learn({"reset", "one"}).status == 0);
  CHECK_THAT(learn({"list"}).out, !Catch::Contains("✓ one"));
}

TEST_CASE("check and hint tell clangd how answers are compiled, too") {
  const Learning learn;
  learn.small.file("grader.sh", slurp(SmallCourse::grader()));
  std::filesystem::permissions(learn.small.root() / "grader.sh", std::filesystem::perms::owner_all);
  learn.small.file("toolchain.json", R"({"compiler": "c++", "flags": ["-std=c++20"]})");
  const std::vector<std::string> here{"HEED_GRADER=" + (learn.small.root() / "grader.sh").string()};
  for (const char* command : {"check", "hint"}) {
    std::filesystem::remove(learn.small.answer("compile_commands.json"));
    learn({command, "one"}, here);
    CHECK_THAT(slurp(learn.small.answer("compile_commands.json")), Catch::Contains("one.cpp"));
  }
}

TEST_CASE("texts name the folder of the answers that they are about") {
  const Learning learn;
  std::filesystem::create_directories(learn.small.root() / "elsewhere");
  CHECK_THAT(learn({"check", "one", "--answers", "elsewhere"}).out,
             Catch::Contains("elsewhere/1_first/one.cpp"));
  CHECK_THAT(learn({"solution", "two", "--answers", "elsewhere"}).err,
             Catch::Contains("solution two --answers elsewhere --give-up"));
}
