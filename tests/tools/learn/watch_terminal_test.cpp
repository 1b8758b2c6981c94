// The watch mode in a terminal: keys, pages, both languages, and the terminal afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "lib/report/width.hpp"
#include "tests/tools/learn/watching.hpp"

namespace watching {

TEST_CASE("at a terminal: statement, verdict, and every key does what it says") {
  Watching watching;
  REQUIRE(watching.shows("Title of one"));
  CHECK(watching.shows("exercises/1_first/one/README.md"));
  CHECK(watching.screen().find("not written yet") == std::string::npos);  // an untouched file has no verdict
  CHECK(watching.keys_are_single());
  watching.type("h");
  CHECK(watching.shows("What if x is large?"));
  watching.type("ㅗ");  // the same key with the Korean keyboard on
  CHECK(watching.shows("Hint 2 of 3"));
  watching.type("h");
  CHECK(watching.shows("That was the last hint."));
  watching.type("q");  // closes what is open
  CHECK(watching.shows("[h] hint"));
  watching.type("l");
  CHECK(watching.shows("2 · Then"));
  watching.type("nothing\r");
  CHECK(watching.shows("There is no such exercise."));
  watching.type("lSHAPEX");
  CHECK(watching.shows("SHAPEX"));
  watching.type("\b\r");  // "SHAPE", as in a title
  CHECK(watching.shows("Quiz: Shapes"));
  watching.type("p");
  CHECK(watching.shows("Title of two"));
  watching.type("l3\r");
  CHECK(watching.shows("Quiz: Shapes"));
  watching.type("h");
  CHECK(watching.shows("There are no hints for this one."));
  spill(watching.small.answer("2_second/quiz_three.txt"), "variance = 8\n");
  CHECK(watching.shows("That is the standard deviation."));
  watching.type("p");
  CHECK(watching.shows("Title of two"));
  watching.type("s");
  CHECK(watching.shows("[s] once more"));
  watching.type("dqs");  // another key between them: not twice
  CHECK(watching.shows("[s] once more"));
  watching.type("s");
  CHECK(watching.shows("the solution of two"));
  spill(watching.small.answer("1_first/two.cpp"), "// mine\n");  // a save closes what a key has opened
  CHECK(watching.shows("All parts pass."));
  CHECK(watching.shows("Edit and save"));
  watching.type("r");
  CHECK(watching.shows("[r] once more"));
  watching.type("r");
  CHECK(watching.shows("answers/.backup/1_first/two."));
  CHECK(watching.shows("Title of two"));
  watching.type("q");
  CHECK(watching.end() == 0);
  CHECK(watching.terminal_is_as_before());
}

TEST_CASE("at a terminal: Ctrl-C and SIGTERM end it, during a check too, and the terminal is as before") {
  for (const int number : {SIGINT, SIGTERM}) {
    Watching watching;
    REQUIRE(watching.shows("Title of one"));
    spill(watching.small.answer("1_first/one.cpp"), "//sleep 30\n");
    CHECK(watching.shows("Checking"));
    if (number == SIGINT) {
      watching.type("\003");
    } else {
      watching.signal(SIGTERM);
    }
    CHECK(watching.end() == 128 + number);
    CHECK(watching.terminal_is_as_before());
  }
}

TEST_CASE("at a narrow terminal in Korean no line is wider than it, and NO_COLOR is plain") {
  Watching watching({.columns = 36, .arguments = {"--lang", "ko"}, .environment = {"NO_COLOR=1"}});
  REQUIRE(watching.shows("one의 제목"));
  watching.type("h");
  CHECK(watching.shows("힌트 1/3"));
  std::istringstream lines(watching.screen());
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, '\r');
    INFO(line);
    CHECK(heed::printable_width(line) <= 36);
  }
  CHECK(watching.screen().find('\033') == std::string::npos);
  watching.type("qㅂ");
  CHECK(watching.end() == 0);
}

TEST_CASE("at a low terminal the statement, a verdict and a list come in pages") {
  Watching watching({.rows = 24});
  REQUIRE(watching.shows("Title of one"));
  watching.type("q");
  CHECK(watching.end() == 0);
  std::string course =
                  R"({"chapters":[{"name":"1_first","title":{"en":"Beginning","ko":"시작"},"exercises":[)",
              statement = "# Long\n", picture;
  for (int i = 1; i <= 40; ++i) {
    course += fmt::format("{}\"e{:02}\"", i == 1 ? "" : ",", i);
    statement += fmt::format("\nparagraph {}\n", i);
    picture += fmt::format("\\nrow {}", i);
  }
  watching.small.file("exercises/course.json", course + "]}]}");
  watching.small.file("exercises/1_first/e25/README.md", statement);
  watching.start({.rows = 24, .arguments = {"e25"}});
  const auto fits = [&] {
    const std::string screen = watching.screen();
    INFO(screen);
    CHECK(std::count(screen.begin(), screen.end(), '\n') < 24);
    return true;
  };
  REQUIRE(watching.shows("[space] on"));
  CHECK(fits());
  for (const char* text : {"25. e25", "paragraph 5", "Edit and save", "[h] hint"})
    CHECK_THAT(watching.screen(), Catch::Contains(text));
  for (int i = 0; i < 6; ++i) watching.type(i % 2 == 0 ? " " : "\033[B");  // stays on the last page
  CHECK(watching.shows("paragraph 40"));
  CHECK_THAT(watching.screen(), Catch::Contains("[b] back") && !Catch::Contains("[space] on"));
  CHECK(fits());
  watching.type("\033[5~");
  CHECK(watching.shows("paragraph 30\r"));
  watching.type("l");
  CHECK(watching.shows("of 43."));
  CHECK(fits());
  CHECK(watching.screen().find("> 25 · e25") != std::string::npos);
  watching.type("\033[A");
  CHECK(watching.shows("e10"));
  watching.type("\033");
  CHECK(watching.shows("paragraph 1\r"));
  spill(watching.small.answer("1_first/e25.cpp"),
        R"(//json {"exercise":"e25","chapter":"1_first","points":5,"max_points":5,"passed":true,"parts":)"
        R"([{"name":"all","points":5,"max_points":5,"status":"passed","checks":3,"failed_checks":0}],)"
        R"("demo":[{"en":"Yours draws:)" +
            picture + R"(","ko":""}],"seconds":{"compile":0.5,"run":0.1}})" + "\n");
  CHECK(watching.shows("All parts pass."));  // above the picture
  CHECK(fits());
  watching.type("q");
  CHECK(watching.end() == 0);
}

}  // namespace watching
