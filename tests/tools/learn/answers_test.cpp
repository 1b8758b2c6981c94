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

TEST_CASE("an answer is made from its stub once and never overwritten") {
  const Scratch scratch;
  const Answers answers(scratch / "answers");
  answers.create(one, "stub\n");
  CHECK(slurp(answers.path(one)) == "stub\n");
  spill(answers.path(one), "mine\n");
  answers.create(one, "newer stub\n");
  CHECK(slurp(answers.path(one)) == "mine\n");
}

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
  answers.create(before, "stub\n");
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
  answers.create(part, "double rate_of(int);\n");
  answers.take_over(joined, stub);
  CHECK_FALSE(std::filesystem::exists(answers.path(joined)));
  answers.create(joined, "void step();\n");
  answers.take_over(joined, stub);
  CHECK(slurp(answers.path(joined)) == "void step();\n\n// rate\ndouble rate_of(int);\n");
  CHECK(files_below(scratch / "answers/.backup") == 1);
  answers.create(part, "double rate_of(int);\n");
  answers.take_over(joined, stub);
  CHECK(files_below(scratch / "answers/.backup") == 1);
  const Answers older(scratch / "older");
  older.create(joined, "void step();\n");
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
  spill(file, R"({"exercises": {"one": {"hints": 2}}})");  // counted, as older records have it
  CHECK(Record(file).of("one").seen_hints == std::vector<int>{0, 1});
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
  terminal.change_review([](ReviewRecord& review) { review.cards["quiz/a"].days = 1; });
  editor.change_review([](ReviewRecord& review) { review.cards["quiz/b"].days = 2; });
  terminal.change("two", [](ExerciseRecord&) {});
  CHECK(terminal.current() == "two");
  CHECK(editor.current() == "three");
  const Record both(file);
  CHECK(both.review().cards.size() == 2);
  CHECK(both.of("one").points == 3);
  CHECK(both.of("one").seen_hints.size() == 1);
}

TEST_CASE("a course names its exercises in order, and near names when one is not there") {
  const SmallCourse small;
  const Course course(small.root());
  REQUIRE(course.exercises().size() == 3);
  CHECK(course.find("two").number == 2);
  CHECK(course.find("2").name == "two");
  CHECK(course.find("answers/1_first/two.cpp").name == "two");
  CHECK(course.find("quiz_three").answer() == "2_second/quiz_three.txt");
  CHECK_THAT(error_text<UsageError>([&] { course.find("tow"); }), Catch::Contains("is it two"));
  CHECK_THAT(error_text<UsageError>([&] { course.find("attention"); }), Catch::Contains("`heed learn list`"));
  {
    const Speaking korean(Language::korean);
    CHECK(course.title(course.find("one")) == "one의 제목");
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
  CHECK(two.chapters()[0].exercises[1].name == "extra");
}
