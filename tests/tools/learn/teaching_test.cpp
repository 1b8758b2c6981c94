// A class's answers are a table for teachers.
#include <set>

#include "exercises/translator/part_names.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tools/learn/learner/editor_files.hpp"
#include "tools/learn/report/class_report.hpp"
#include "tools/learn/report/overview.hpp"

using namespace heed;

TEST_CASE("a folder of submissions is read in order, with answers/ or without") {
  const SmallCourse small;
  const Course course(small.root());
  small.file("class/zoe/1_first/one.cpp", "x");
  small.file("class/adam/answers/1_first/one.cpp", "x");
  small.file("class/.git/config", "x");
  const auto found = submissions_in(small.root() / "class", course);
  REQUIRE(found.size() == 2);
  CHECK(found[0].name == "adam");
  CHECK(found[0].answers.filename() == "answers");
  CHECK(found[1].answers.filename() == "zoe");
  CHECK_THAT(error_text<Error>([&] { submissions_in(small.root() / "none", course); }),
             Catch::Contains("is no folder"));
  CHECK_THAT(error_text<Error>([&] { submissions_in(small.root() / "class/zoe/1_first", course); }),
             Catch::Contains("holds no folders"));
}

TEST_CASE("answers are found in one folder more, and systems' own folders are no submissions") {
  const SmallCourse small;
  const Course course(small.root());
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a/1_first/one.cpp", "a"},
      {"b/answers/1_first/one.cpp", "b/answers"},
      {"c/hw3/answers/1_first/one.cpp", "c/hw3/answers"},
      {"d/d/1_first/one.cpp", "d/d"},
      {"e/answers/answers/1_first/one.cpp", "e/answers/answers"},
      {"f/hw/2_second/quiz_three.txt", "f/hw"},
      {"g/hw/one.cpp", "g/hw"},
      {"h/x/y/1_first/one.cpp", "h"},
      {"i/notes.txt", "i"}};
  for (const auto& [file, answers] : cases) {
    small.file("class/" + file, "x");
    small.file("class/" + file.substr(0, 2) + "__MACOSX/1_first/one.cpp", "x");
  }
  small.file("class/__MACOSX/a/1_first/one.cpp", "x");
  small.file("class/Thumbs.db", "x");
  const auto found = submissions_in(small.root() / "class", course);
  REQUIRE(found.size() == cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    CHECK(found[i].answers == small.root() / "class" / cases[i].second);
}

TEST_CASE("Hangul of macOS is shown in whole syllables") {
  const SmallCourse small;
  const Course course(small.root());
  small.file("class/\u1100\u1175\u11B7/\u1112\u1161\u11AB.docx", "x");  // 김, 한
  small.file("class/lee/.git/config", "x");
  const auto found = submissions_in(small.root() / "class", course);
  REQUIRE(found.size() == 2);
  CHECK(found[1].name == "김");
}

TEST_CASE("a class becomes CSV with a line for each") {
  const SmallCourse small;
  const Course course(small.root());
  const auto graded = [&](const std::string& name, const std::string& mistake) {
    GradedSubmission one{name, {}};
    for (const CourseExercise& exercise : course.exercises())
      one.entries.push_back(
          {.exercise = exercise, .outcome = {.verdict = {.parts = {{.status = PartStatus::not_written}}}}});
    Verdict& verdict = one.entries[0].outcome.verdict;
    verdict.parts = {{.name = "forward", .points = 6, .max_points = 10}};
    if (!mistake.empty()) verdict.parts[0].mistake = Mistake{mistake};
    return one;
  };
  const std::vector<GradedSubmission> all{graded("Kim, Zoe", "no_max"), graded("b", "no_max"),
                                          graded("c", "")};
  const std::string csv = class_csv(course, all);
  CHECK_THAT(csv,
             Catch::StartsWith("submission,points,max_points,one,two,quiz_three,mistakes,no_points\r\n"));
  CHECK_THAT(csv, Catch::Contains("\"Kim, Zoe\",6,10,6,0,0,one: no_max (forward),"
                                  "not handed in: two quiz_three\r\n"));
  CHECK_THAT(csv, Catch::EndsWith("c,6,10,6,0,0,,not handed in: two quiz_three\r\n"));
  CHECK_THAT(class_csv(course, {graded("=1+1", "")}), Catch::Contains("\r\n'=1+1,6,"));  // nothing to compute
}

TEST_CASE("the class's CSV says why somebody has no points for an exercise") {
  const SmallCourse small;
  const Course course(small.root());
  const auto why = [&](const Outcome& outcome) {
    GradedSubmission one{"a", {}};
    for (const CourseExercise& exercise : course.exercises())
      one.entries.push_back({.exercise = exercise, .outcome = {.verdict = {.parts = {{.points = 1}}}}});
    one.entries[1].outcome = outcome;
    const std::string csv = class_csv(course, {one});
    return csv.substr(csv.rfind(',') + 1);
  };
  const PartVerdict open{.status = PartStatus::not_written}, wrong{.status = PartStatus::failed};
  CHECK(why({.verdict = {.parts = {open}}}) == "not handed in: two\r\n");
  CHECK(why({.verdict = {.compiled = false, .parts = {wrong}}}) == "does not compile: two\r\n");
  CHECK(why({.verdict = {.missing = {"f"}, .parts = {wrong}}}) == "refused: two\r\n");
  CHECK(why({.verdict = {.parts = {wrong}}}) == "wrong: two\r\n");
  CHECK(why({.verdict = {.parts = {open}}, .trouble = "no grader"}) == "no verdict: two\r\n");
  CHECK(why({.verdict = {.parts = {{.points = 1}}}}) == "\r\n");
}

TEST_CASE("the last part of the learner's translator says that it can be built, until it is") {
  const Scratch scratch;
  const auto told = [&](const std::set<std::string>& passed) {
    Record record(scratch / "answers/.progress.json");
    for (const std::string& name : passed)
      record.change(name, [](ExerciseRecord& one) { one.passed = true; });
    Learner learner({.root = HEED_SOURCE_DIR, .answers = scratch / "answers", .grader = {}},
                    {.language = Language::english});
    Page page(learner.look());
    show_way_on(page, learner, learner.course().find("bleu"));
    return page.joined().find("All 29 parts") != std::string::npos;
  };
  std::set<std::string> parts(translator::part_names.begin(), translator::part_names.end());
  parts.erase("adam_step");
  CHECK_FALSE(told(parts));
  CHECK(told({"adam_step"}));
  CHECK_FALSE(told({"your_translator"}));
}

TEST_CASE("what is left is estimated by the statements, and a chapter's end says what one can do") {
  const SmallCourse small;
  const auto shown = [&](const std::string& exercises) {
    small.file("answers/.progress.json", R"({"current":"two","exercises":{)" + exercises + "}}");
    const Learner learner(small.places(), {.terminal = {.width = 80}});
    Page page(learner.look());
    show_course_bar(page, learner);
    show_place(page, learner, learner.current());
    show_way_on(page, learner, learner.course().find("two"));
    return page.joined();
  };
  const std::string one = R"("one":{"passed":true})", two = R"("two":{"passed":true})";
  CHECK_THAT(shown(one), Catch::Contains("about 8 minutes left") && Catch::Contains("2. two · about 5") &&
                             Catch::Contains("What it is for: what comes second") &&
                             !Catch::Contains("You can now"));
  CHECK_THAT(shown(one + "," + two), Catch::Contains("The chapter \"Beginning\" is done.") &&
                                         Catch::Contains("You can now begin.") &&
                                         Catch::Contains("Next: 3. quiz_three · about 3 minutes"));
}

TEST_CASE("a tour leaves out the other exercises, and keeps their numbers") {
  const SmallCourse small;
  const std::string chapters =
      R"({"chapters":[{"name":"1_first","title":{"en":"A","ko":"가"},"exercises":["one","two"]}],"tour":[)";
  small.file("exercises/course.json", chapters + R"("two"]})");
  const Course tour(small.root(), Route::tour);
  REQUIRE(tour.exercises().size() == 1);
  CHECK(tour.exercises()[0].number == 2);
  CHECK(Course(small.root()).exercises().size() == 2);
  small.file("exercises/course.json", chapters + R"("three"]})");
  CHECK_THAT(error_text<FormatError>([&] { Course(small.root(), Route::tour); }),
             Catch::Contains("\"tour\" names three"));
}

TEST_CASE("editors are told how answers are compiled, without what only the grader needs") {
  const SmallCourse small;
  small.file("answers/keep", "");
  small.file("toolchain.json",
             R"({"compiler": "/usr/bin/c++", "flags": ["-std=c++20", "-fno-inline", "", "-DX=1"]})");
  const std::filesystem::path written = small.answer("compile_commands.json");
  write_compile_commands(Course(small.root()), small.answer(""), small.root() / "none.json", small.root());
  CHECK_FALSE(std::filesystem::exists(written));
  write_compile_commands(Course(small.root()), small.answer(""), small.root() / "toolchain.json",
                         small.root());
  const std::string text = slurp(written);
  CHECK_THAT(text, Catch::Contains("1_first/two.cpp") && Catch::Contains("-DX=1") &&
                       !Catch::Contains("no-inline") && !Catch::Contains("quiz_three"));
}
