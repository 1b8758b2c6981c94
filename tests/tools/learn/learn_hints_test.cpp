// heed learn hint, solution and reset.
#include "tests/catch.hpp"
#include "tests/tools/learn/learning.hpp"

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

TEST_CASE("learn reset keeps a backup, and gives the stub of today") {
  const Learning learn;
  learn({"check", "one"});
  learn.write("1_first/one.cpp", "// mine\n");
  learn({"check", "one"}, {"FAKE_STUB_VERSION=2"});
  CHECK(slurp(learn.small.answer("1_first/one.cpp")) == "// mine\n");
  const ProgramEnd reset = learn({"reset", "one"}, {"FAKE_STUB_VERSION=2"});
  CHECK_THAT(reset.out, Catch::Contains("answers/.backup/1_first/one."));
  CHECK_THAT(slurp(learn.small.answer("1_first/one.cpp")), Catch::Contains("version 2"));
}
