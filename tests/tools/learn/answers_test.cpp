// The learner's files are theirs: never overwritten, and kept at a reset; what is remembered; the course.
#include <fmt/format.h>

#include <thread>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/speaking.hpp"

using namespace heed;

namespace {

const CourseExercise one{.name = "one", .chapter = "1_first", .number = 1};

std::size_t files_below(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    count += entry.is_regular_file() ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("a reset keeps what was there, each time in a file of its own") {
  const Scratch scratch;
  const Answers answers(scratch / "answers");
  CHECK(answers.reset(one, "stub\n").empty());
  for (int i = 0; i < 3; ++i) {
    spill(answers.path(one), "mine " + std::to_string(i));
    const auto backup = answers.reset(one, "stub\n");
    CHECK(slurp(backup) == "mine " + std::to_string(i));
    CHECK(backup.extension() == ".cpp");
    CHECK(slurp(answers.path(one)) == "stub\n");
  }
  CHECK(files_below(scratch / "answers/.backup") == 3);
}

TEST_CASE("an answer in another chapter's folder, or beside them, moves to its place") {
  const Scratch scratch;
  const Answers answers(scratch / "answers");
  const CourseExercise before{.name = "one", .chapter = "4_before"};
  answers.create(before, [] { return "stub\n"; });
  spill(answers.path(before), "mine\n");
  answers.take_over(one, [] { return ""; });
  CHECK(slurp(answers.path(one)) == "mine\n");
  CHECK_FALSE(std::filesystem::exists(answers.path(before)));
  std::filesystem::rename(answers.path(one), scratch / "answers/one.cpp");
  answers.take_over(one, [] { return ""; });
  CHECK(slurp(answers.path(one)) == "mine\n");
}

TEST_CASE("an answer to what is a part of another exercise now is appended to that one's") {
  const Scratch scratch;
  const Answers answers(scratch / "answers");
  const CourseExercise joined{.name = "one", .chapter = one.chapter, .was = {{"rate", "rate_of"}}},
      part{.name = "rate", .chapter = "4_before"};
  const auto stub = [] { return "void step() {}\n\n/// How fast.\ndouble rate_of(int) {}\n"; };
  answers.create(part, [] { return "double rate_of(int);\n"; });
  answers.take_over(joined, stub);
  CHECK_FALSE(std::filesystem::exists(answers.path(joined)));
  answers.create(joined, [] { return "void step();\n"; });
  answers.take_over(joined, stub);
  CHECK(slurp(answers.path(joined)) == "void step();\n\n// rate\ndouble rate_of(int);\n");
  CHECK(files_below(scratch / "answers/.backup") == 1);
  answers.create(part, [] { return "double rate_of(int);\n"; });
  answers.take_over(joined, stub);
  CHECK(files_below(scratch / "answers/.backup") == 1);
  const Answers older(scratch / "older");
  older.create(joined, [] { return "void step();\n"; });
  older.take_over(joined, stub);  // nothing to append but the function to be written
  CHECK(slurp(older.path(joined)) == "void step();\n\n/// How fast.\ndouble rate_of(int) {}\n");
}

TEST_CASE("the record survives, and a broken one is put aside") {
  const Scratch scratch;
  const auto file = scratch / "answers/.progress.json";
  {
    Record record(file);
    record.set_current("two");
    record.change("one", [](ExerciseRecord& its) {
      its = {.points = 3, .max_points = 5, .passed = true, .seen_hints = {0, 2}};
    });
  }
  const Record record(file);
  CHECK(record.current() == "two");
  CHECK(record.of("one").points == 3);
  CHECK(record.of("one").seen_hints == std::vector<int>{0, 2});
  CHECK(record.of("one").passed);
  CHECK_FALSE(record.of("three").passed);
  CHECK(record.set_aside().empty());
  for (const char* broken : {"{\"current\": ", "[]"}) {
    spill(file, broken);
    const Record damaged(file);
    CHECK(damaged.current().empty());
    CHECK(damaged.set_aside() == file.string() + ".broken");
    CHECK(slurp(damaged.set_aside()) == broken);
  }
}

TEST_CASE("points that are kept by many at the same moment are all there") {
  const Scratch scratch;
  const auto file = scratch / "answers/.progress.json";
  const auto name = [](int writer, int i) { return fmt::format("{} {}", writer, i); };
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      Record record(file);
      for (int i = 0; i < 10; ++i) record.change(name(w, i), [](ExerciseRecord& its) { its.points = 1; });
    });
  }
  for (std::thread& writer : writers) writer.join();
  const Record record(file);
  for (int w = 0; w < 4; ++w)
    for (int i = 0; i < 10; ++i) CHECK(record.of(name(w, i)).points == 1);
}

TEST_CASE("of two processes each is where it is, and keeps the points of the other") {
  const Scratch scratch;
  const auto file = scratch / "answers/.progress.json";
  Record terminal(file), editor(file);
  terminal.change("one", [](ExerciseRecord& its) { its.points = 3; });
  editor.change("one", [](ExerciseRecord& its) { its.seen_hints = {1}; });
  terminal.set_current("two");
  editor.set_current("three");
  terminal.change("two", [](ExerciseRecord&) {});
  CHECK(terminal.current() == "two");
  CHECK(editor.current() == "three");
  const Record both(file);
  CHECK(both.of("one").points == 3);
  CHECK(both.of("one").seen_hints.size() == 1);
}

TEST_CASE("hints begin with the first part that fails, and what was shown is not skipped or shown twice") {
  const SmallCourse small;
  small.file("exercises/1_first/one/notes.md",
             "## part forward\nf\n## hint 1\nforward first\n## hint 2\nforward second\n"
             "## part backward\nb\n## hint 1\nbackward first\n## hint 2\nbackward second\n");
  Learner learner(small.places());
  const auto next_hint = [&](const char* name = "one") {
    Page page;
    learner.next_hint(learner.course().find(name));
    learner.show_hints(page, learner.course().find(name));
    return page.joined();
  };
  const auto fails = [&](PartStatus forward) {
    learner.remember(one, {.parts = {{.name = "forward", .status = forward},
                                     {.name = "backward", .status = PartStatus::failed}}});
  };
  fails(PartStatus::failed);
  CHECK_THAT(next_hint(), Catch::Contains("Hint 1 of 2 · forward"));
  fails(PartStatus::passed);
  CHECK_THAT(next_hint(), Catch::Contains("forward first") && Catch::Contains("Hint 1 of 2 · backward") &&
                              !Catch::Contains("forward second"));
  CHECK_THAT(next_hint(), Catch::Contains("backward second"));
  CHECK_THAT(next_hint(), Catch::Contains("forward second") && Catch::Contains("last hint"));
  CHECK_THAT(next_hint("quiz_three"), Catch::Contains("no hints"));
}

TEST_CASE("at a terminal the repair is the next hint, or comes when the same mistake fails twice") {
  const Verdict failed{
      .exercise = "one",
      .parts = {
          {.name = "forward", .max_points = 4, .status = PartStatus::failed, .mistake = Mistake{"no_max"}}}};
  for (const bool asked : {true, false}) {
    const SmallCourse small;
    Learner learner(small.places());
    const auto shown = [&] {
      Page page({.interactive = true});
      learner.show_checked(page, one, failed);
      return page.joined();
    };
    learner.remember(one, failed);
    CHECK_THAT(shown(), Catch::Contains("The next hint says how") && !Catch::Contains("Subtract the max"));
    asked ? learner.next_hint(one) : learner.remember(one, failed);
    CHECK_THAT(shown(), Catch::Contains("Subtract the maximum."));
    CHECK(learner.record().of("one").seen_hints.empty());
  }
}

TEST_CASE("a course names its exercises in order, and near names when one is not there") {
  const SmallCourse small;
  const Course course(small.root());
  REQUIRE(course.exercises().size() == 3);
  CHECK(course.find("two").number == 2);
  CHECK(course.find("2").name == "two");
  CHECK(course.find("answers/1_first/two.cpp").name == "two");
  CHECK(course.find("quiz_three").answer() == "2_second/quiz_three.txt");
  CHECK(course.head(course.find("one")).minutes == 5);
  CHECK(course.head(course.find("quiz_three")).minutes == 3);
  CHECK_THAT(error_text<UsageError>([&] { course.find("tow"); }), Catch::Contains("is it two"));
  CHECK_THAT(error_text<UsageError>([&] { course.find("attention"); }), Catch::Contains("`heed learn list`"));
  {
    const Speaking korean(Language::korean);
    CHECK(course.head(course.find("one")).title == "one의 제목");
  }
  const auto refused = [&](const std::string& json) {
    small.file("exercises/course.json", json);
    return error_text<FormatError>([&] { Course(small.root(), Route::tour); });
  };
  const std::string chapter = R"({"chapters":[{"name":"1","title":{"en":"A","ko":"가"},"exercises":["one")";
  CHECK_THAT(refused(chapter + "]}]}"), Catch::Contains("is no course: "));
  CHECK_THAT(refused(R"({"chapters":[{"name":"1","title":{"en":"A"}}],"tour":[]})"),
             Catch::Contains("chapter 1: needs a text for \"ko\""));
  CHECK_THAT(refused(R"({"chapters":)"), Catch::Contains("course.json:1:"));
  small.file("exercises/course.json", chapter + R"(,"two"]}],"tour":["two"]})");
  const Course tour(small.root(), Route::tour);
  REQUIRE(tour.exercises().size() == 1);
  CHECK(tour.exercises()[0].number == 2);
  small.file(
      "exercises/course.json",
      R"({"chapters":[{"name":"1","title":{"en":"A","ko":"가"},"exercises":["one"],"electives":["extra"]},)"
      R"({"name":"2","title":{"en":"B","ko":"나"},"exercises":["two"]}]})");
  const Course two(small.root());
  REQUIRE(two.exercises().size() == 3);  // electives come after the core of all chapters
  CHECK(two.exercises()[2].elective);
  CHECK(two.find("extra").number == 3);
  CHECK(two.exercises_of(two.chapters()[0]).at(1).name == "extra");
}
