// The watch mode in a terminal: keys, pages, both languages, and the terminal afterwards.
#include <fmt/format.h>
#include <pty.h>
#include <termios.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "lib/text/display.hpp"
#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"

namespace watching {
namespace {

using namespace std::chrono_literals;

struct TerminalOptions {
  unsigned short columns = 80, rows = 40;
  std::vector<std::string> arguments = {};
  std::vector<std::string> environment = {};
};

/// `heed learn` at a terminal of ours.
class Watching {
 public:
  explicit Watching(const SmallCourse& small, const TerminalOptions& options = {}) {
    std::vector<std::string> arguments{"heed", "learn"}, environment = small.environment();
    arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
    environment.insert(environment.end(),
                       {"TERM=xterm-256color", "PATH=" + std::string(std::getenv("PATH")), "LC_ALL=C.UTF-8"});
    environment.insert(environment.end(), options.environment.begin(), options.environment.end());
    const std::vector<char*> argv = process_detail::pointers(arguments),
                             envp = process_detail::pointers(environment);
    winsize size{.ws_row = options.rows, .ws_col = options.columns, .ws_xpixel = 0, .ws_ypixel = 0};
    child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ == 0) {
      ::execve(HEED_PROGRAM, argv.data(), envp.data());
      ::_exit(127);
    }
    ::tcgetattr(terminal_, &before_);
  }
  ~Watching() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
    ::close(terminal_);
  }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  void type(const std::string& keys) {
    CHECK(::write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }

  /// Waits until the page that is on the screen holds the text; false after ten seconds.
  bool shows(const std::string& text) {
    for (int i = 0; i < 1000; ++i) {
      read_for(10ms);
      if (screen().find(text) != std::string::npos) return true;
    }
    UNSCOPED_INFO(screen());
    return false;
  }

  /// Returns what was drawn since the screen was last cleared.
  std::string screen() const {
    const std::size_t cleared = drawn_.rfind("\033[2J");
    return cleared == std::string::npos ? drawn_ : drawn_.substr(cleared + 4);
  }

  void signal(int number) { ::kill(child_, number); }

  int end() {
    int status = 0;
    for (int i = 0; i < 1000; ++i) {
      read_for(5ms);
      std::this_thread::sleep_for(5ms);  // reading does not wait once the program has closed its side
      if (::waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
    }
    return -1;
  }

  bool terminal_is_as_before() const {
    termios now{};
    const int status = ::tcgetattr(terminal_, &now);
    UNSCOPED_INFO("tcgetattr " << status << ", local modes " << before_.c_lflag << " -> " << now.c_lflag);
    return now.c_lflag == before_.c_lflag && now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag;
  }
  bool keys_are_single() const {
    termios now{};
    ::tcgetattr(terminal_, &now);
    return (now.c_lflag & ICANON) == 0;
  }

 private:
  void read_for(std::chrono::milliseconds time) {
    pollfd ready{terminal_, POLLIN, 0};
    std::array<char, 65536> buffer{};
    while (::poll(&ready, 1, static_cast<int>(time.count())) > 0) {
      const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
      if (count <= 0) return;
      drawn_.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  termios before_{};
  std::string drawn_;
};

}  // namespace

TEST_CASE("at a terminal: statement, verdict, and every key does what it says") {
  const SmallCourse small;
  Watching watching(small);
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
  spill(small.answer("2_second/quiz_three.txt"), "variance = 8\n");
  CHECK(watching.shows("That is the standard deviation."));
  watching.type("p");
  CHECK(watching.shows("Title of two"));
  watching.type("s");
  CHECK(watching.shows("[s] once more"));
  watching.type("dqs");  // another key between them: not twice
  CHECK(watching.shows("[s] once more"));
  watching.type("s");
  CHECK(watching.shows("the solution of two"));
  spill(small.answer("1_first/two.cpp"), "// mine\n");  // a save closes what a key has opened
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
    const SmallCourse small;
    Watching watching(small);
    REQUIRE(watching.shows("Title of one"));
    spill(small.answer("1_first/one.cpp"), "//sleep 30\n");
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
  const SmallCourse small;
  Watching watching(small, {.columns = 36, .arguments = {"--lang", "ko"}, .environment = {"NO_COLOR=1"}});
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
  const SmallCourse small;
  std::string course =
                  R"({"chapters":[{"name":"1_first","title":{"en":"Beginning","ko":"시작"},"exercises":[)",
              statement = "# Long\n", picture;
  for (int i = 1; i <= 40; ++i) {
    course += fmt::format("{}\"e{:02}\"", i == 1 ? "" : ",", i);
    statement += fmt::format("\nparagraph {}\n", i);
    picture += fmt::format("\\nrow {}", i);
  }
  small.file("exercises/course.json", course + "]}]}");
  small.file("exercises/1_first/e25/README.md", statement);
  Watching watching(small, {.rows = 24, .arguments = {"e25"}});
  const auto fits = [&] {
    const std::string screen = watching.screen();
    INFO(screen);
    CHECK(std::count(screen.begin(), screen.end(), '\n') < 24);
  };
  REQUIRE(watching.shows("[space] on"));
  fits();
  for (const char* text : {"25. e25", "paragraph 5", "Edit and save", "[h] hint"})
    CHECK_THAT(watching.screen(), Catch::Contains(text));
  for (int i = 0; i < 6; ++i) watching.type(i % 2 == 0 ? " " : "\033[B");  // stays on the last page
  CHECK(watching.shows("paragraph 40"));
  CHECK_THAT(watching.screen(), Catch::Contains("[b] back") && !Catch::Contains("[space] on"));
  fits();
  watching.type("\033[5~");
  CHECK(watching.shows("paragraph 30\r"));
  watching.type("l");
  CHECK(watching.shows("of 43."));
  fits();
  CHECK(watching.screen().find("> 25 · e25") != std::string::npos);
  watching.type("\033[A");
  CHECK(watching.shows("e10"));
  watching.type("\033");
  CHECK(watching.shows("paragraph 1\r"));
  spill(small.answer("1_first/e25.cpp"),
        R"(//json {"exercise":"e25","points":5,"max_points":5,"passed":true,"parts":)"
        R"([{"name":"all","points":5,"max_points":5,"status":"passed","checks":3,"failed_checks":0}],)"
        R"("demo":[{"en":"Yours draws:)" +
            picture + R"(","ko":""}]})" + "\n");
  CHECK(watching.shows("All parts pass."));  // above the picture
  fits();
  watching.type("q");
  CHECK(watching.end() == 0);
}

}  // namespace watching
