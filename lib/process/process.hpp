// Another program, run in a process group of its own, so that it and all that it started can be ended.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/core/error_types.hpp"
#include "lib/process/descriptors.hpp"

namespace heed {

/// Limits a program that may do anything. It then also ends when this program does, however that is.
struct ProcessLimits {
  double seconds = 60;         // by the clock, five times as many where sanitizers slow all down
  double stalled = 0;          // so many more while it has not had `seconds` of a processor: others have it
  std::uint64_t memory = 0;    // bytes of address space; 0: no limit
  std::size_t keep = 1 << 20;  // so many bytes of each output are kept, the rest is read and dropped
};

struct ProcessCall {
  std::vector<std::string> arguments;         // the program first; looked up in $PATH when it holds no '/'
  std::vector<std::string> environment = {};  // "NAME=value", before ours
  /// Which of our variables it gets, by name; none: all. (A program that may be anybody's is told no tokens.)
  std::optional<std::vector<std::string>> inherited = {};
  std::string input = "";                   // on its standard input
  std::string advice = "is it installed?";  // what to do when it cannot be started
  bool reports = false;                     // it gets a pipe to write to at report_descriptor
  std::optional<ProcessLimits> limits = {};
};

inline constexpr int report_descriptor = 200;  // out of the way of programs that open and close files

struct ProcessResult {
  int status = 0;  // exit status; 128 + number when a signal ended it
  int signal = 0;  // that number, or 0
  bool timed_out = false;
  std::string out = "", err = "";
  std::string report = "";  // what came through that pipe
  double seconds = 0;       // by the clock
};

/// Ctrl-C or SIGTERM came while waiting for a program.
struct Interrupted : Error {
  using Error::Error;
};

/// A running program. Throws Error when it cannot be started. The destructor ends the whole group.
class Process {
 public:
  explicit Process(const ProcessCall& call);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// For poll(): readable when it has printed something; none (-1) when it has closed its outputs, and
  /// advance() is to be called again and again.
  std::array<pollfd, 3> outputs() const;
  bool has_closed_outputs() const;

  /// Takes what it has printed, without waiting, and ends it at its limit of time. The result is there once
  /// it has ended; what it has left running is ended, too.
  std::optional<ProcessResult> advance();

  /// Holds what has come through that pipe so far.
  const std::string& reported() const { return report_.text; }

  /// Waits for the end. Throws Interrupted when interrupt_requested() becomes true meanwhile, and ends it.
  ProcessResult wait();

 private:
  struct Output {
    int descriptor = -1;
    std::string text = {};
    std::size_t keep = 0;
  };
  void start(const ProcessCall& call, int input, int out, int err, int report);
  void listen(Output& output, Pipe& pipe, std::size_t keep);
  void close_all();
  bool read_some(Output& output);
  bool out_of_time() const;

  pid_t child_ = -1;
  Output out_, err_, report_;
  std::optional<ProcessLimits> limits_;
  std::chrono::steady_clock::time_point begun_;
};

/// Runs it to its end, as Process does.
inline ProcessResult run_process(const ProcessCall& call) { return Process(call).wait(); }

}  // namespace heed
