// The watch mode in a terminal: keys, fifty saves, both languages, and the terminal afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "lib/report/width.hpp"
#include "tests/tools/learn/watching.hpp"

namespace watching {

TEST_CASE("at a terminal: statement, verdict, and every key does what it says") {
  Watching watching;
  REQUIRE(watching.shows("not written yet"));
  CHECK(watching.shows("Title of one"));
  CHECK(watching.keys_are_single());
  watching.type("h");
  CHECK(watching.shows("What if x is large?"));
  watching.type("ㅗ");  // the same key with the Korean keyboard on
  CHECK(watching.shows("Hint 2 of 3"));
  CHECK(watching.screen().find("not written yet") < watching.screen().find("Hint 2"));  // hints come last
  watching.type("h");
  CHECK(watching.shows("Hint 3 of 3"));
  watching.type("h");  // after the last, all of them once more
  CHECK(watching.shows("Hint 1 of 3"));
  CHECK(watching.screen().find("Hint 3 of 3") != std::string::npos);
  watching.type(" ");
  CHECK(watching.shows("[h]"));
  watching.type("m");
  CHECK(watching.shows("Any other key goes back."));
  watching.type("q");  // that is any key, too
  CHECK(watching.shows("[h]"));
  watching.type("l");
  CHECK(watching.shows("2 · Then"));
  watching.type("3\r");
  CHECK(watching.shows("quiz_three  0/6"));
  watching.type("h");
  CHECK(watching.shows("There are no hints for this one."));
  spill(watching.small.answer("2_second/quiz_three.txt"), "variance = 8\n");
  CHECK(watching.shows("That is the standard deviation."));
  CHECK(watching.screen().find("There are no hints") == std::string::npos);
  watching.type("p");
  CHECK(watching.shows("Title of two"));
  watching.type("s");
  CHECK(watching.shows("give up (Esc"));
  watching.type("no\r");
  CHECK(watching.shows("Not given up"));
  watching.type("sgive up\r");
  CHECK(watching.shows("the solution of two"));
  spill(watching.small.answer("1_first/two.cpp"), "// mine\n");  // a save closes what a key has opened
  CHECK(watching.shows("All parts pass."));
  CHECK(watching.shows("Edit and save"));
  watching.type("r");
  CHECK(watching.shows("y / n"));
  watching.type("y");
  CHECK(watching.shows("answers/.backup/1_first/two."));
  CHECK(watching.shows("not written yet"));
  watching.type("q");
  CHECK(watching.end() == 0);
  CHECK(watching.terminal_is_as_before());
}

TEST_CASE("at a terminal: of fifty saves in quick succession none is lost") {
  Watching watching;
  REQUIRE(watching.shows("not written yet"));
  const auto file = watching.small.answer("1_first/one.cpp");
  for (int i = 0; i < 50; ++i) {
    const std::string content = fmt::format("// save {}.\n//sleep 0.05\n", i);
    if (i % 3 == 0) {
      spill(file, content);
    } else {
      spill(file.string() + ".new", content);
      std::filesystem::rename(file.string() + ".new", file);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 7 * 4));
  }
  CHECK(watching.shows("// save 49."));
  std::this_thread::sleep_for(400ms);
  CHECK(watching.shows("// save 49."));
  watching.type("q");
  CHECK(watching.end() == 0);
}

TEST_CASE("at a terminal: Ctrl-C and SIGTERM end it, during a check too, and the terminal is as before") {
  for (const int number : {SIGINT, SIGTERM}) {
    Watching watching;
    REQUIRE(watching.shows("not written yet"));
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
  REQUIRE(watching.shows("아직 작성하지 않음"));
  watching.type("h");
  CHECK(watching.shows("힌트 1/3"));
  std::istringstream lines(watching.screen());
  for (std::string line; std::getline(lines, line);) {
    std::erase(line, '\r');
    INFO(line);
    CHECK(heed::printable_width(line) <= 36);
  }
  CHECK(watching.screen().find('\033') == std::string::npos);
  watching.type("ㅂ");
  CHECK(watching.end() == 0);
}

TEST_CASE("at a low terminal a pass that does not fit says so") {
  Watching watching({.rows = 22});
  REQUIRE(watching.shows("Edit and save"));
  spill(watching.small.answer("1_first/one.cpp"), "// mine\n");
  CHECK(watching.shows("All parts pass."));
  CHECK(watching.screen().find("It begins above") == std::string::npos);
  watching.type("n");
  REQUIRE(watching.shows("Title of two"));
  std::string picture;
  for (int i = 0; i < 20; ++i) picture += fmt::format("\\nrow {}", i);
  spill(watching.small.answer("1_first/two.cpp"),
        R"(//json {"exercise":"two","chapter":"1_first","points":5,"max_points":5,"passed":true,"parts":)"
        R"([{"name":"all","points":5,"max_points":5,"status":"passed","checks":3,"failed_checks":0}],)"
        R"("demo":[{"en":"Yours draws:)" +
            picture + R"(","ko":""}],"seconds":{"compile":0.5,"run":0.1}})" + "\n");
  CHECK(watching.shows("row 19"));
  CHECK(watching.screen().find("(It begins above; m shows it page by page.)") != std::string::npos);
  watching.type("m");
  CHECK(watching.shows("Lines 1 to"));
  CHECK(watching.screen().find("two  5/5") != std::string::npos);
  watching.type("qq");
  CHECK(watching.end() == 0);
}

TEST_CASE("at a low terminal the beginning of a statement, with where they are, fits with the keys below") {
  Watching watching({.rows = 30});
  std::string statement = "# Long\n";
  for (int i = 1; i <= 18; ++i) statement += fmt::format("\nparagraph {}\n", i);
  REQUIRE(watching.shows("Edit and save"));
  watching.type("q");
  CHECK(watching.end() == 0);
  watching.small.file("exercises/1_first/one/README.md", statement);
  watching.start({.rows = 30});
  REQUIRE(watching.shows("Edit and save"));
  const std::string screen = watching.screen();
  INFO(screen);
  CHECK(std::count(screen.begin(), screen.end(), '\n') < 30);
  for (const char* text : {"1. one", "paragraph 2", "(It goes on: d shows", "Edit and save", "[h]"})
    CHECK_THAT(screen, Catch::Contains(text));
  watching.type("d");
  REQUIRE(watching.shows("[space] on"));
  CHECK_THAT(watching.screen(), Catch::Contains("1. one") && !Catch::Contains("[b] back"));
  watching.type(" ");
  REQUIRE(watching.shows("paragraph 18"));
  CHECK_THAT(watching.screen(), Catch::Contains("[b] back") && !Catch::Contains("[space] on"));
  watching.type("qq");
  CHECK(watching.end() == 0);
}

TEST_CASE("at a low terminal what a key opens comes in pages, the list from where they are") {
  Watching watching({.rows = 12});
  std::string course =
      R"({"chapters":[{"name":"1_first","title":{"en":"Beginning","ko":"시작"},"exercises":[)";
  for (int i = 1; i <= 40; ++i) {
    const std::string name = fmt::format("e{:02}", i);
    watching.small.file("exercises/1_first/" + name + "/README.md", "# T " + name + "\n\nWrite.\n");
    course += fmt::format("{}\"{}\"", i == 1 ? "" : ",", name);
  }
  REQUIRE(watching.shows("Edit and save"));
  watching.type("q");
  CHECK(watching.end() == 0);
  watching.small.file("exercises/course.json", course + "]}]}");
  watching.small.file(
      "exercises/1_first/e25/notes.md",
      "## hint 1\n- one\n- two\n- three\n- four\n- five\n- six\n- seven\n- eight\n- nine\n- ten\n");
  watching.start({.rows = 12, .arguments = {"e25"}});
  REQUIRE(watching.shows("e25"));
  const auto fits = [&] {
    const std::string screen = watching.screen();
    return std::count(screen.begin(), screen.end(), '\n') < 12;
  };
  watching.type("l");
  CHECK(watching.shows("of 43."));
  CHECK(fits());
  CHECK(watching.screen().find("> 25 · e25") != std::string::npos);
  watching.type("b");
  CHECK(watching.shows("e18"));
  CHECK(watching.screen().find("e25") == std::string::npos);
  watching.type(" ");
  CHECK(watching.shows("e25"));
  watching.type("n");  // any other key
  CHECK(watching.shows("T e25"));
  watching.type("h");
  CHECK(watching.shows("That was the last hint."));
  watching.type("h");
  CHECK(watching.shows("[space]"));
  CHECK(fits());
  CHECK(watching.screen().find("• one") != std::string::npos);
  watching.type(" ");
  CHECK(watching.shows("• ten"));
  CHECK(fits());
  watching.type("q");
  CHECK(watching.shows("[h]"));
  watching.type("q");
  CHECK(watching.end() == 0);
}

}  // namespace watching
