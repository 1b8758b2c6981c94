// The learner's files are theirs: never overwritten, and kept at a reset.
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"

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
  CHECK(answers.create(one, "stub\n"));
  CHECK(slurp(answers.path(one)) == "stub\n");
  CHECK_FALSE(answers.begun(one));
  spill(answers.path(one), "mine\n");
  CHECK_FALSE(answers.create(one, "newer stub\n"));
  CHECK(slurp(answers.path(one)) == "mine\n");
  CHECK(answers.begun(one));
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

TEST_CASE("the record survives, and a broken one is put aside") {
  const Scratch scratch;
  const auto file = scratch / "answers/.progress.json";
  {
    Record record(file);
    record.set_current("two");
    record.change(
        "one", [](ExerciseRecord& its) { its = {.points = 3, .max_points = 5, .passed = true, .hints = 2}; });
  }
  const Record record(file);
  CHECK(record.current() == "two");
  CHECK(record.of("one").points == 3);
  CHECK(record.of("one").hints == 2);
  CHECK(record.of("one").passed);
  CHECK_FALSE(record.of("three").passed);
  spill(file, "{\"current\": ");
  const std::string aside = file.string() + ".broken";
  Record damaged(file);
  CHECK(damaged.current().empty());
  CHECK(slurp(file) == "{\"current\": ");  // a look changes nothing
  damaged.set_current("two");
  CHECK(slurp(aside) == "{\"current\": ");
  CHECK(Record(file).current() == "two");
  {  // of two that found it damaged the second finds what the first has saved
    spill(file, "{");
    Record first(file), second(file);
    first.change("one", [](ExerciseRecord& its) { its.points = 1; });
    second.change("two", [](ExerciseRecord& its) { its.points = 2; });
    CHECK(slurp(aside + "2") == "{");
    CHECK(Record(file).of("one").points == 1);
    CHECK(Record(file).of("two").points == 2);
  }
  spill(file, "[]");
  Record again(file);
  CHECK(again.set_aside() == aside + "3");
  CHECK(record.set_aside().empty());
}

TEST_CASE("points that are kept by many processes at the same moment are all there") {
  const Scratch scratch;
  const auto file = scratch / "answers/.progress.json";
  constexpr int processes = 4, exercises = 10;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    children.push_back(::fork());
    if (children.back() > 0) continue;
    Record record(file);
    for (int i = 0; i < exercises; ++i)
      record.change(std::to_string(p) + " " + std::to_string(i), [](ExerciseRecord& its) { its.points = 1; });
    ::_exit(0);
  }
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  const Record record(file);
  int kept = 0;
  for (int p = 0; p < processes; ++p)
    for (int i = 0; i < exercises; ++i)
      kept += record.of(std::to_string(p) + " " + std::to_string(i)).points == 1;
  CHECK(kept == processes * exercises);
}

TEST_CASE("of two processes that keep points each keeps those of the other") {
  const Scratch scratch;
  const auto file = scratch / "answers/.progress.json";
  Record terminal(file), editor(file);
  terminal.change("one", [](ExerciseRecord& its) { its.points = 3; });
  editor.change("two", [](ExerciseRecord& its) { its.points = 4; });
  editor.change("one", [](ExerciseRecord& its) { its.hints = 1; });
  terminal.set_current("two");
  editor.set_current("three");
  terminal.change("two", [](ExerciseRecord&) {});
  CHECK(terminal.current() == "two");  // where another process is at work is its own
  terminal.change_review([](ReviewRecord& review) { review.cards["quiz/a"].days = 1; });
  editor.change_review([](ReviewRecord& review) { review.cards["quiz/b"].days = 2; });
  CHECK(editor.current() == "three");
  terminal.change("two", [](ExerciseRecord&) {});
  const Record both(file);
  CHECK(both.review().cards.size() == 2);
  CHECK(both.of("one").points == 3);
  CHECK(both.of("one").hints == 1);
  CHECK(both.of("two").points == 4);
  CHECK(both.current() == "two");
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
  CHECK(title_of(course.statement(course.find("one"), Language::korean)) == "one의 제목");

  small.file("exercises/course.json",
             R"({"chapters":[{"name":"1","title":{"en":"A","ko":"가"},"exercises":["one","one"]}]})");
  CHECK_THAT(error_text<FormatError>([&] { Course(small.root()); }), Catch::Contains("one is there twice"));
  small.file("exercises/course.json",
             R"({"chapters":[{"name":"1","title":{"en":"A"},"exercises":["one"]}]})");
  CHECK_THAT(error_text<FormatError>([&] { Course(small.root()); }),
             Catch::Contains("chapter 1: \"title\": needs a text for \"ko\""));
  small.file("exercises/course.json", R"({"chapters":)");
  CHECK_THAT(error_text<FormatError>([&] { Course(small.root()); }), Catch::Contains("course.json:1:"));
}
