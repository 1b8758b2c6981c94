#include "lib/report/interrupt.hpp"

#include <atomic>

namespace heed {
namespace {

std::atomic<int> received{0};
static_assert(std::atomic<int>::is_always_lock_free);  // else not allowed in a signal handler

void on_signal(int number) {
  if (received.exchange(number) == 0) return;
  std::signal(number, SIG_DFL);
  std::raise(number);  // delivered as soon as this handler returns
}

}  // namespace

CatchInterrupts::CatchInterrupts() {
  received = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // reading and writing go on; the work itself decides when to stop
  sigaction(SIGINT, &action, &before_int_);
  sigaction(SIGTERM, &action, &before_term_);
  sigaction(SIGHUP, nullptr, &before_hup_);
  if (before_hup_.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup goes on
}

CatchInterrupts::~CatchInterrupts() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
  sigaction(SIGHUP, &before_hup_, nullptr);
}

bool interrupt_requested() { return received != 0; }

int interrupt_signal() { return received; }

}  // namespace heed
