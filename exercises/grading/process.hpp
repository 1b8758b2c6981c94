// Running another program with limits, in a process group of its own that is gone afterwards.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heed::grading {

struct ProcessOptions {
  std::vector<std::string> command;
  std::vector<std::string> environment{};  // "NAME=value", added to ours
  double seconds = 60;                     // by the clock, five times as many where sanitizers slow all down
  std::uint64_t memory = 0;                // bytes of address space; 0: no limit
  std::size_t keep = 1 << 20;  // so many bytes of each output are kept, the rest is read and dropped
};

struct Finished {
  int status = 0;  // exit status, if signal is 0
  int signal = 0;  // the signal that ended it
  bool timed_out = false;
  std::string out{}, err{};
  double seconds = 0;
};

/// Someone sent SIGINT or SIGTERM while a program ran; it has been killed.
class Cancelled {};

/// Runs a program with nothing on its standard input. Throws Cancelled if interrupt_requested() becomes true
/// meanwhile, Error if it cannot be started.
Finished run_process(const ProcessOptions& options);

}  // namespace heed::grading
