// Ctrl-C as a wish to stop: long work looks at a flag at its next safe place, saves and leaves.
#pragma once

#include <csignal>

namespace heed {

/// While it lives, the first SIGINT (Ctrl-C), SIGTERM or SIGHUP (a closed terminal) only sets the flag; a
/// second one ends the program at once. A SIGHUP that nohup has switched off stays off. Afterwards the
/// handlers of before are back and the flag keeps its value. One at a time.
class CatchInterrupts {
 public:
  CatchInterrupts();
  ~CatchInterrupts();
  CatchInterrupts(const CatchInterrupts&) = delete;
  CatchInterrupts& operator=(const CatchInterrupts&) = delete;

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
  struct sigaction before_hup_ {};
};

/// Was there one of them since CatchInterrupts was made?
bool interrupt_requested();

/// Its number, or 0. A program that stops for it exits with 128 + this number, as shells expect.
int interrupt_signal();

}  // namespace heed
