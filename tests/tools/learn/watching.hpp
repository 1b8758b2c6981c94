// `heed learn` in a real (pseudo) terminal.
#pragma once

#include <pty.h>
#include <termios.h>

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/process.hpp"

namespace watching {

using namespace std::chrono_literals;

struct TerminalOptions {
  unsigned short columns = 80, rows = 40;
  std::vector<std::string> arguments = {};
  std::vector<std::string> environment = {};
};

/// `heed learn` at a terminal of ours.
class Watching {
 public:
  explicit Watching(const TerminalOptions& options = {}) { start(options); }
  ~Watching() { stop(); }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

  /// Once more, in the same course, when the one before has ended.
  void start(const TerminalOptions& options) {
    stop();
    drawn_.clear();
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

  SmallCourse small;

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

  void stop() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
    if (terminal_ >= 0) ::close(terminal_);
    child_ = terminal_ = -1;
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  termios before_{};
  std::string drawn_;
};

}  // namespace watching
