// Another program, run in a process group of its own, so that it and all that it started can be ended.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "lib/core/error.hpp"

namespace heed {

struct ProcessCall {
  std::vector<std::string> arguments;       // the program first; looked up in $PATH when it holds no '/'
  std::string input = "";                   // on its standard input
  std::string advice = "is it installed?";  // what to do when it cannot be started
};

struct ProcessResult {
  int status = 0;  // exit status; 128 + number when a signal ended it
  std::string out = "", err = "";
};

/// Ctrl-C or SIGTERM came while waiting for a program.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// A running program. Throws Error when it cannot be started. The destructor ends the whole group.
class Process {
 public:
  explicit Process(const ProcessCall& call);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Its standard output, for poll(); -1 when it has closed that, and advance() is to be called again and
  /// again.
  int descriptor() const { return output_; }
  static constexpr int ending_milliseconds = 5;  // after so long

  /// Takes what it has printed, without waiting. The result is there once it has closed its output and ended.
  std::optional<ProcessResult> advance();

  /// Waits for the end. Throws Interrupted when interrupt_requested() becomes true meanwhile.
  ProcessResult wait();

 private:
  pid_t child_ = -1;
  int output_ = -1;
  int errors_ = -1;  // a file in memory: what it says there never blocks it
  std::string out_;
};

}  // namespace heed
