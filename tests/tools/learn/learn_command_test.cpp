// heed learn without a terminal: what it prints and how it ends.
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/process.hpp"

namespace {

struct Learning {
  SmallCourse small;
  ProgramEnd operator()(std::vector<std::string> arguments, std::vector<std::string> more = {},
                        std::string input = "") const {
    arguments.insert(arguments.begin(), "learn");
    std::vector<std::string> environment = small.environment();
    environment.insert(environment.begin(), more.begin(), more.end());  // the first of a name counts
    environment.emplace_back("LC_ALL=C");
    return run({.arguments = arguments,
                .folder = small.root(),
                .input = std::move(input),
                .environment = environment});
  }
  void write(const std::string& answer, const std::string& text) const {
    small.file("answers/" + answer, text);
  }
};

/// The fake grader reads its verdict from there: forward passes, backward throws.
const std::string half_right =
    slurp(std::filesystem::path(HEED_SOURCE_DIR) / "tests/tools/learn/half_right.txt");

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

TEST_CASE("a report of failures says the total again behind them") {
  const Learning learn;
  learn.write("1_first/one.cpp", half_right);
  const ProgramEnd report = learn({"report"});
  CHECK_THAT(report.out, Catch::Contains("total") && Catch::EndsWith("\ntotal  6/21\n"));
  CHECK_THAT(learn({"report", "--lang", "ko"}).out, Catch::EndsWith("\n합계  6/21\n"));
}

TEST_CASE("a word too many is told with the exercises near it, and as one only where it is one") {
  const Learning learn;
  CHECK_THAT(learn({"glossary", "two"}).err, Catch::Contains("`heed learn two` opens that exercise"));
  const ProgramEnd near = learn({"glossary", "quiz"});
  CHECK(near.status == 2);
  CHECK_THAT(near.err, Catch::Contains("there is no exercise 'quiz'; is it quiz_three?") &&
                           !Catch::Contains("opens that"));
  CHECK_THAT(learn({"glossary", "zzzzzz"}).err, Catch::Contains("`heed learn list` lists them"));
}

TEST_CASE("help on learn and each of its commands is in Korean to its last option") {
  const Learning learn;
  const std::regex english("([A-Za-z]+ ){2}[A-Za-z]+"),
      code("`[^`]*`|  heed .*?(  |\n)|heed learn [a-z]+ .*");
  for (const char* command : {"", "list", "check", "hint", "reset", "solution", "review", "report",
                              "glossary", "api", "translate", "compare", "measure"}) {
    std::vector<std::string> words{"--help", "--lang", "ko"};
    if (*command != '\0') words.insert(words.begin(), command);
    const std::string help = std::regex_replace(learn(words).out, code, "");
    std::smatch found;
    INFO(command << "\n" << help);
    CHECK_FALSE(std::regex_search(help, found, english));
  }
  CHECK_THAT(learn({"check", "--help", "--lang", "ko"}).out,
             Catch::Contains("모든 문제와, 과정 전체의 점수 [꺼짐]"));
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

TEST_CASE("hints begin with the first part that fails, and what was shown is not skipped or shown twice") {
  const Learning learn;
  learn.small.file("exercises/1_first/one/notes.md",
                   "## part forward\nf\n## hint 1\nforward first\n## hint 2\nforward second\n"
                   "## part backward\nb\n## hint 1\nbackward first\n## hint 2\nbackward second\n");
  const auto failing = [&](const char* forward, const char* backward) {
    const auto part = [](const char* name, const char* status) {
      return fmt::format(R"({{"name":"{}","points":0,"max_points":5,"status":"{}"}})", name, status);
    };
    learn.write(
        "1_first/one.cpp",
        fmt::format(R"(//json {{"exercise":"one","chapter":"1_first","passed":false,"parts":[{},{}]}})",
                    part("forward", forward), part("backward", backward)) +
            "\n");
    CHECK(learn({"check", "one"}).status == 1);
  };
  failing("failed", "failed");
  CHECK_THAT(learn({"hint", "one"}).out, Catch::Contains("Hint 1 of 2 · forward"));
  failing("passed", "failed");
  const ProgramEnd next = learn({"hint", "one"});
  CHECK_THAT(next.out, Catch::Contains("forward first") && Catch::Contains("Hint 1 of 2 · backward") &&
                           !Catch::Contains("forward second"));
  CHECK_THAT(learn({"hint", "one"}).out, Catch::Contains("backward second"));
  CHECK_THAT(learn({"hint", "one"}).out, Catch::Contains("forward second") && Catch::Contains("last hint"));
}

TEST_CASE("learn hint goes one level on each time and remembers") {
  const Learning learn;
  CHECK_THAT(learn({"hint", "one"}).out, Catch::Contains("Hint 1 of 3") && !Catch::Contains("Hint 2"));
  CHECK_THAT(learn({"hint", "one"}).out,
             Catch::Contains("The greatest first.") && !Catch::Contains("exp(x - max)"));
  CHECK_THAT(learn({"hint", "one", "--level", "1"}).out, !Catch::Contains("The greatest first."));
  CHECK_THAT(learn({"hint", "one"}).out, Catch::Contains("exp(x - max)") && Catch::Contains("the last hint"));
  CHECK(learn({"hint", "one"}).status == 0);
  CHECK_THAT(learn({"hint", "quiz_three"}).out, Catch::Contains("no hints"));
}

TEST_CASE("learn solution wants a pass or giving up") {
  const Learning learn;
  const ProgramEnd refused = learn({"solution", "one"});
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Catch::Contains("--give-up"));
  CHECK_THAT(learn({"solution", "one", "--give-up"}).out, Catch::Contains("the solution of one"));
  CHECK_THAT(learn({"list"}).out, Catch::Contains("solution seen"));
  learn.write("1_first/two.cpp", "// right\n");
  learn({"check", "two"});
  CHECK(learn({"solution", "two"}).status == 0);
  CHECK_THAT(learn({"solution", "quiz_three", "--give-up"}).out,
             Catch::Contains("variance = 64") && Catch::Contains("size = (2, 3)"));
}

TEST_CASE("learn reset keeps a backup, and a newer stub is told with its difference once") {
  const Learning learn;
  learn({"check", "one"});
  learn.write("1_first/one.cpp", "// mine\n");
  const ProgramEnd first = learn({"check", "one"}, {"FAKE_STUB_VERSION=2"});
  CHECK_THAT(first.out, Catch::Contains("-// one, version 1") && Catch::Contains("+// one, version 2") &&
                            Catch::Contains("learn reset one"));
  CHECK(slurp(learn.small.answer("1_first/one.cpp")) == "// mine\n");
  const ProgramEnd second = learn({"check", "one"}, {"FAKE_STUB_VERSION=2"});
  CHECK_THAT(second.out, !Catch::Contains("version 1") && Catch::Contains("learn reset one"));
  const ProgramEnd reset = learn({"reset", "one"}, {"FAKE_STUB_VERSION=2"});
  CHECK_THAT(reset.out, Catch::Contains("answers/.backup/1_first/one."));
  CHECK_THAT(slurp(learn.small.answer("1_first/one.cpp")), Catch::Contains("version 2"));
  CHECK_THAT(learn({"check", "one"}, {"FAKE_STUB_VERSION=2"}).out, !Catch::Contains("learn reset one"));
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

  const ProgramEnd github =
      learn({"report", "--format", "github"}, {"GITHUB_OUTPUT=" + (learn.small.root() / "outputs").string()});
  const auto classroom = nlohmann::json::parse(github.out);
  CHECK(classroom["version"] == 1);
  CHECK(classroom["status"] == "fail");
  CHECK(classroom["max_score"] == 21);
  CHECK(classroom["tests"][0]["status"] == "pass");
  CHECK(classroom["tests"][0]["score"] == 6);
  CHECK_THAT(slurp(learn.small.root() / "outputs"),
             Catch::StartsWith("result=eyJ") || Catch::StartsWith("result=ewo"));

  const ProgramEnd junit = learn({"report", "--format", "junit", "--out", "junit.xml"});
  CHECK(junit.out.empty());
  const std::string xml = slurp(learn.small.root() / "junit.xml");
  CHECK_THAT(xml,
             Catch::Contains(
                 "<testsuites name=\"heed learn\" tests=\"6\" failures=\"3\" errors=\"0\" skipped=\"1\">"));
  CHECK_THAT(xml, Catch::Contains("name=\"forward\""));  // whatever the points
  CHECK_THAT(xml, Catch::Contains("case &quot;tiny &lt;1&gt; &amp; &quot;2&quot;&quot;"));
}

TEST_CASE("learn --answers grades another folder and leaves ours alone") {
  const Learning learn;
  learn.small.file("submission/1_first/one.cpp", "// right\n");
  const auto json = nlohmann::json::parse(
      learn({"report", "--format", "json", "--answers", (learn.small.root() / "submission").string()}).out);
  CHECK(json["points"] == 10);
  CHECK_FALSE(std::filesystem::exists(learn.small.root() / "answers"));
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

TEST_CASE("learn glossary, and measure on a grader that is quick") {
  const Learning learn;
  CHECK_THAT(learn({"glossary"}).out, Catch::Contains("query") && Catch::Contains("쿼리"));
  const ProgramEnd measure = learn({"measure", "--repeats", "2"});
  INFO(measure.err);
  CHECK_THAT(measure.out, Catch::Contains("10 checks") && Catch::Contains("one") &&
                              Catch::Contains("wrong") && Catch::Contains("95 % within"));
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
  CHECK(learn({"--vscode", "--teacher"}).status == 2);
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
  learn({"check", "one", "--answers", "elsewhere"});
  CHECK_THAT(learn({"check", "one", "--answers", "elsewhere"}, {"FAKE_STUB_VERSION=2"}).out,
             Catch::Contains("learn reset one --answers elsewhere"));
  learn.small.file("elsewhere/1_first/one.cpp", "// mine\n");
  CHECK_THAT(learn({"check", "one", "--answers", "elsewhere"}, {"FAKE_STUB_VERSION=2"}).out,
             Catch::Contains("elsewhere/.backup"));
  CHECK_THAT(learn({"solution", "two", "--answers", "elsewhere"}).err,
             Catch::Contains("solution two --answers elsewhere --give-up"));
}
