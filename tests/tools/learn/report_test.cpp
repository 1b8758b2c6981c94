// heed learn report: a learner's course, and a class's as a table for teachers.
#include "tools/learn/report.hpp"

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"

using namespace heed;

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

TEST_CASE("a class becomes CSV with a line for each, its mistakes, and why there are no points") {
  const SmallCourse small;
  const Course course(small.root());
  const auto csv = [&](const std::string& name, const Verdict& verdict) {
    const Verdict right{.parts = {{.points = 1}}};
    return class_csv(course, {{name, {right, verdict, right}}});
  };
  const PartVerdict open{.status = PartStatus::not_written}, wrong{.status = PartStatus::failed},
      named{.name = "forward", .points = 6, .max_points = 10, .mistake = Mistake{"no_max"}};
  CHECK(csv("Kim, Zoe", {.parts = {named}}) ==
        "submission,points,max_points,one,two,quiz_three,mistakes,no_points\r\n"
        "\"Kim, Zoe\",8,10,1,6,1,two: no_max (forward),\r\n");
  const std::vector<std::pair<Verdict, const char*>> reasons{
      {{.parts = {open}}, "not handed in: two"},
      {{.compiled = false, .parts = {wrong}}, "does not compile: two"},
      {{.missing = {"f"}, .parts = {wrong}}, "refused: two"},
      {{.parts = {wrong}}, "wrong: two"},
      {{.parts = {open}, .trouble = "no grader"}, "no verdict: two"}};
  for (const auto& [verdict, reason] : reasons)
    CHECK_THAT(csv("=1+1", verdict),  // nothing to compute
               Catch::Contains("\r\n'=1+1,2,") && Catch::EndsWith(std::string(",") + reason + "\r\n"));
}

TEST_CASE("a class is graded: what lies elsewhere is nobody's work, and what is no file has no verdict") {
  const Learning learn;
  const std::filesystem::path class_folder = learn.small.root() / "class";
  learn.small.file("class/kim/1_first/one.cpp", "// right\n");
  learn.small.file("class/own/all/one.cpp", "// right\n");
  // a folder around all, the chapter of an older course, no folder at all, and what editors add
  learn.small.file("class/wrapped/hw3/deep/answers/0_old/one.cpp", "// right\n");
  learn.small.file("class/flat/One.cpp.txt", "// right\n");
  learn.small.file("class/empty/notes.txt", "");
  for (const char* none : {"Lee.zip", "__MACOSX/a/1_first/one.cpp", ".git/config",
                           "\u1100\u1175\u11B7/\u1112\u1161\u11AB.docx",  // 김, as macOS writes it
                           "wrapped/__MACOSX/1_first/two.cpp"})
    learn.small.file(std::string("class/") + none, "x");
  for (const char* name : {"lee", "park/1_first", "own/1_first", "choi/1_first/one.cpp"})
    std::filesystem::create_directories(class_folder / name);
  std::filesystem::create_directory_symlink("../kim/1_first", class_folder / "lee/1_first");
  std::filesystem::create_symlink(class_folder / "kim/1_first/one.cpp",
                                  class_folder / "park/1_first/one.cpp");
  std::filesystem::create_symlink("../all/one.cpp", class_folder / "own/1_first/one.cpp");
  const std::filesystem::path log = learn.small.root() / "log";
  const auto report = [&](const std::filesystem::path& folder, const char* out) {
    return learn({"report", "--all-in", folder.string(), "--out", out}, {"FAKE_LOG=" + log.string()});
  };
  const ProgramEnd graded = report(class_folder, "class.csv");
  INFO(graded.out + graded.err);
  CHECK(graded.status == 1);
  const std::string csv = slurp(learn.small.root() / "class.csv");
  for (const char* line : {"\xEF\xBB\xBFsubmission,", "kim,10,", "own,10,", "wrapped,10,", "flat,10,",
                           "lee,0,", "park,0,", "refused: one", "no verdict: one", "김,0,"})
    CHECK_THAT(csv, Catch::Contains(line));
  CHECK(std::ranges::count(csv, '\n') == 1 + 9);
  CHECK_THAT(graded.err, Catch::Contains("empty: no file in it") && Catch::Contains("Lee.zip: is no folder"));
  CHECK_THAT(graded.err, Catch::Contains("choi: one: ") && Catch::Contains("is no file that can be read"));
  CHECK_THAT(slurp(log), Catch::Contains("start // right --no-demo\n"));  // nobody sees it
  CHECK_THAT(report(class_folder / "flat", "class.csv").err, Catch::Contains("holds no folders"));
  std::filesystem::remove(log);
  // what it cannot be reported with is said before anybody is graded
  CHECK_THAT(report(class_folder, "nowhere/x.csv").err, Catch::Contains("cannot write"));
  CHECK_FALSE(std::filesystem::exists(log));
}
