// heed learn without a terminal: what it prints and how it ends.
#include "tests/catch.hpp"
#include "tests/tools/learn/learning.hpp"

TEST_CASE("a word too many is told with the exercises near it, and as one only where it is one") {
  const Learning learn;
  CHECK_THAT(learn({"glossary", "two"}).err, Catch::Contains("`heed learn two` opens that exercise"));
  const ProgramEnd near = learn({"glossary", "quiz"});
  CHECK(near.status == 2);
  CHECK_THAT(near.err, Catch::Contains("there is no exercise 'quiz'; is it quiz_three?") &&
                           !Catch::Contains("opens that"));
  CHECK_THAT(learn({"glossary", "zzzzzz"}).err, Catch::Contains("`heed learn list` lists them"));
}

TEST_CASE("learn api prints one page in either language") {
  const Learning learn;
  learn.small.file("exercises/api.md", "# By hand\n\n    Tensor t({2, 3});\n");
  learn.small.file("exercises/api.ko.md", "# 쓸 것\n");
  CHECK_THAT(learn({"api"}).out, Catch::Contains("By hand") && Catch::Contains("    Tensor t({2, 3});"));
  CHECK_THAT(learn({"api", "--lang", "ko"}).out, Catch::Contains("쓸 것"));
}

TEST_CASE("learn review asks what comes back today") {
  const Learning learn;
  const auto due = [&] {
    learn.write(".progress.json", R"({"review":{"cards":{"quiz_three/variance":{"due":1,"days":3}}}})");
  };
  due();
  const ProgramEnd asked = learn({"review"}, {}, "8\n");
  INFO(asked.out + asked.err);
  CHECK_THAT(asked.out, Catch::StartsWith("(Your answer and Enter; Ctrl-D leaves") &&
                            Catch::Contains("Which variance?") && Catch::Contains("standard deviation") &&
                            Catch::Contains("--off"));
  CHECK_THAT(learn({"review"}).out, Catch::Contains("No old question"));
  due();
  CHECK(learn({"review", "--off"}).status == 0);
  CHECK_THAT(learn({"review"}).out, Catch::Contains("No old question"));
  CHECK(learn({"review", "--off", "--on"}).status == 2);
}

TEST_CASE("learn glossary has both languages") {
  const Learning learn;
  CHECK_THAT(learn({"glossary"}).out, Catch::Contains("query") && Catch::Contains("쿼리"));
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
}

TEST_CASE("learn translate takes words without quotes for one sentence, as heed translate does") {
  const Learning learn;
  learn.write("translator.safetensors", "weights");
  // translate MODEL SENTENCE…: gives the sentences back, a line each
  learn.write(".translator/finished_program",
              "#!/bin/bash\nshift 2\n"
              "for s; do echo \"{\\\"translation\\\":\\\"<$s>\\\",\\\"unknown\\\":[]}\"; "
              "done >&200\n");
  std::filesystem::permissions(learn.small.answer(".translator/finished_program"),
                               std::filesystem::perms::owner_all);
  CHECK(learn({"translate", "나는", "큰", "사과를", "좋아한다"}).out == "<나는 큰 사과를 좋아한다>\n");
  CHECK(learn({"translate", "나는 웃는다", "너는 잔다"}).out == "<나는 웃는다>\n<너는 잔다>\n");
  CHECK(learn({"translate", "나는 웃는다."}).out == "<나는 웃는다>\n");
  for (const char* nothing : {"", " ", "."}) {
    const ProgramEnd empty = learn({"translate", nothing});
    CHECK(empty.status == 2);
    CHECK_THAT(empty.err, Catch::Contains("without a word"));
  }
}

TEST_CASE("learn NAME opens the watch mode there, and behind a command a word too many stays one") {
  const Learning learn;
  CHECK_THAT(learn({"two"}, {}, "q").out, Catch::Contains("Title of two"));
  CHECK_THAT(learn({}, {}, "q").out, Catch::Contains("Title of two"));  // and it is remembered
  CHECK_THAT(learn({"1"}, {}, "q").out, Catch::Contains("Title of one"));
  const ProgramEnd mistyped = learn({"tow"});
  CHECK(mistyped.status == 2);
  CHECK_THAT(mistyped.err, Catch::Contains("is it two?"));
  CHECK_THAT(learn({"tow", "--lang", "ko"}).err, Catch::Contains("그런 문제는 없습니다: 'tow'. 혹시 two?"));
  CHECK_THAT(learn({"whole"}).out, Catch::Contains("All of it") && Catch::Contains("Join."));  // runs it
  const ProgramEnd more = learn({"list", "two"});
  CHECK(more.status == 2);
  CHECK_THAT(more.err, Catch::Contains("one word too many"));
}
