// The main program around a learner's functions. It runs the cases of one part and hands back the outcome of
// each at once, so that after a crash it is known where it happened.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iostream>

#include "exercises/grading/run/confine.hpp"
#include "exercises/grading/run/results.hpp"
#include "exercises/grading/run/wire.hpp"

void describe(heed::grading::Exercise& exercise);  // the exercise's grade.cpp

extern "C" {
/// The first thread's stack begins here, but for the arguments and the environment.
extern void* __libc_stack_end;  // NOLINT: its name
}

namespace {

using namespace heed::grading;

std::string last_word;  // prepared, since a signal handler may not allocate
const char* stack_end = nullptr;

/// Says "stack overflow" if the address lies at the end of the stack, then lets the signal do its work.
void on_segmentation_fault(int number, siginfo_t* info, void*) {
  constexpr std::ptrdiff_t near = 2 << 20;
  const std::ptrdiff_t distance = static_cast<const char*>(info->si_addr) - stack_end;
  if (distance < near / 8 && distance > -near) send_result(last_word);
  ::signal(number, SIG_DFL);
}

void watch_the_stack() {
  constexpr rlim_t largest = rlim_t{1} << 30;
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > largest) return;
  stack_end = static_cast<const char*>(__libc_stack_end) - limit.rlim_cur;
  last_word = stack_overflow_frame();
  static std::array<char, 64 * 1024> other_stack;
  const stack_t stack{.ss_sp = other_stack.data(), .ss_flags = 0, .ss_size = other_stack.size()};
  struct sigaction action {};
  action.sa_sigaction = on_segmentation_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (::sigaltstack(&stack, nullptr) == 0) ::sigaction(SIGSEGV, &action, nullptr);
}

int run() {
  const Job job = decode_job(receive_job());
  // a sanitizer has its own handler, with more to say
  if (std::getenv("ASAN_OPTIONS") == nullptr) watch_the_stack();
  Exercise exercise;
  describe(exercise);
  if (job.part.empty()) {
    Demo demo;
    if (exercise.demo()) exercise.demo()(demo);
    if (!send_result(demo_frame(demo.lines()))) return 3;
  } else {
    const Part& part = exercise.part(job.part);
    const std::array<std::ostream*, 3> streams{&std::cout, &std::cerr, &std::clog};
    std::array<std::ios, 3> formats{std::ios(nullptr), std::ios(nullptr), std::ios(nullptr)};
    for (std::size_t i = 0; i < streams.size(); ++i) formats[i].copyfmt(*streams[i]);
    for (const Inputs& inputs : job.cases) {
      // each case finds the streams and the random numbers as the first did
      for (std::size_t i = 0; i < streams.size(); ++i) streams[i]->copyfmt(formats[i]);
      std::srand(1);
      if (!send_result(case_frame(unjudged_outcome(part, inputs)))) return 3;
    }
  }
  return send_result(end_frame()) ? 0 : 3;
}

}  // namespace

int main() {
  confine(FilesAllowed::no);
  const int status = run();
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(status);  // what the learner's code left behind has no say any more
}
