// heed learn without a terminal: what it prints and how it ends.
#include <nlohmann/json.hpp>
#include <regex>

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

TEST_CASE("learn review asks what comes back today, alone and by the key v") {
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
  const ProgramEnd key = learn({}, {}, "v64\n q");
  CHECK_THAT(key.out, Catch::Contains("Which variance?") && Catch::Contains("✓ variance"));
  due();
  CHECK(learn({"review", "--off"}).status == 0);
  CHECK_THAT(learn({"review"}).out, Catch::Contains("No old question"));
  CHECK(learn({"review", "--off", "--on"}).status == 2);
}

TEST_CASE("learn glossary has both languages") {
  const Learning learn;
  CHECK_THAT(learn({"glossary"}).out, Catch::Contains("query") && Catch::Contains("쿼리"));
}

TEST_CASE("learn alone without a terminal prints statement and verdict and ends with its input") {
  const Learning learn;
  const ProgramEnd once = learn({});
  INFO(once.out + once.err);
  CHECK(once.status == 0);
  CHECK_THAT(once.out,
             Catch::Contains("Title of one") && Catch::Contains("0/10") && !Catch::Contains("\033["));
  learn.write("1_first/two.cpp", "// right\n");
  const ProgramEnd keys = learn({}, {}, "hn");
  CHECK_THAT(keys.out, Catch::Contains("Hint 1 of 3") && Catch::Contains("Title of two") &&
                           Catch::Contains("All parts pass."));
  // it resumes where it was left
  CHECK_THAT(learn({}).out, Catch::Contains("Title of two") && !Catch::Contains("Title of one"));
  const ProgramEnd solution = learn({}, {}, "psgive up\n");
  CHECK_THAT(solution.out, Catch::Contains("the solution of one"));
  const ProgramEnd refused = learn({}, {}, "rnq");
  CHECK_THAT(refused.out, Catch::Contains("Nothing was changed."));
}

TEST_CASE("learn translate takes words without quotes for one sentence, as heed translate does") {
  const Learning learn;
  learn.write("translator.safetensors", "weights");
  // translate MODEL SENTENCE…: gives the sentences back, a line each behind the word that came in
  learn.write(".translator/finished_program",
              "#!/bin/bash\nshift 2; head -c 8 > \"$0.word\"\n"
              "for s; do cat \"$0.word\"; echo \"{\\\"translation\\\":\\\"<$s>\\\",\\\"unknown\\\":[]}\"; "
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
  learn.write("1_first/bleu.cpp", "// another answer now\n");
  learn.write(".translator/finished_answers.json", R"({"bleu":"0"})");
  CHECK_THAT(learn({"translate", "나는 웃는다"}).err,
             Catch::Contains("have changed since") && Catch::Contains("bleu"));
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

TEST_CASE("learn --vscode writes the editor's files once and never over others") {
  const Learning learn;
  learn.small.file("answers/.vscode/settings.json", "{}\n");
  const ProgramEnd written = learn({"--vscode"});
  INFO(written.out + written.err);
  CHECK(written.status == 0);
  CHECK_THAT(written.out, Catch::Contains("Written: answers/.vscode/tasks.json") &&
                              Catch::Contains("Left as it is: answers/.vscode/settings.json"));
  CHECK(slurp(learn.small.answer(".vscode/settings.json")) == "{}\n");
  CHECK_THAT(slurp(learn.small.answer(".vscode/extensions.json")),
             Catch::Contains("llvm-vs-code-extensions.vscode-clangd"));
  const auto tasks = nlohmann::json::parse(slurp(learn.small.answer(".vscode/tasks.json")));
  const auto& task = tasks["tasks"][0];
  CHECK(task["args"][2] == "${fileBasenameNoExtension}");
  // its pattern finds what a check prints
  learn.write(
      "1_first/one.cpp",
      R"(//json {"exercise":"one","chapter":"1_first","points":0,"max_points":1,"passed":false,)"
      R"("compile":{"ok":false,"errors":[{"line":12,"column":9,"message":"'flaot' was not declared"}]},)"
      R"("parts":[]})"
      "\n");
  const std::string lines = learn({"check", "one", "--problems"}).out;
  const std::regex pattern(task["problemMatcher"]["pattern"]["regexp"].get<std::string>(),
                           std::regex::multiline);
  std::smatch found;
  INFO(lines);
  REQUIRE(std::regex_search(lines, found, pattern));
  CHECK(found.str(1) == learn.small.answer("1_first/one.cpp").string());
  CHECK(found.str(2) == "12");
  CHECK(found.str(5) == "'flaot' was not declared");
  CHECK(learn({"--vscode", "--watch-command"}).status == 2);
}
