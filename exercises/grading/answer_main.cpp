// The main program around a learner's functions: `answer JOB LOG`. It runs the cases of one part and notes
// the outcome of each at once, so that after a crash it is known where it happened.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "exercises/grading/wire.hpp"

void describe(heed::grading::Exercise& exercise);  // the exercise's grade.cpp

namespace {

using namespace heed::grading;

int log_descriptor = -1;
std::string last_word;  // prepared, since a signal handler may not allocate
const char* stack_end = nullptr;

bool write_all(const std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(log_descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

/// Says "stack overflow" if the address lies at the end of the stack, then lets the signal do its work.
void on_segmentation_fault(int number, siginfo_t* info, void*) {
  constexpr std::ptrdiff_t near = 2 << 20;
  const std::ptrdiff_t distance = static_cast<const char*>(info->si_addr) - stack_end;
  if (distance < near / 8 && distance > -near) write_all(last_word);
  ::signal(number, SIG_DFL);
}

void watch_the_stack(std::uint64_t nonce) {
  pthread_attr_t attributes;
  void* address = nullptr;
  std::size_t size = 0;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return;
  ::pthread_attr_getstack(&attributes, &address, &size);
  ::pthread_attr_destroy(&attributes);
  stack_end = static_cast<const char*>(address);
  last_word = stack_overflow_frame(nonce);
  static std::array<char, 64 * 1024> other_stack;
  const stack_t stack{.ss_sp = other_stack.data(), .ss_flags = 0, .ss_size = other_stack.size()};
  struct sigaction action {};
  action.sa_sigaction = on_segmentation_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (::sigaltstack(&stack, nullptr) == 0) ::sigaction(SIGSEGV, &action, nullptr);
}

int run(const char* job_path, const char* log_path) {
  std::ifstream file(job_path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const Job job = decode_job(bytes);
  const int opened = ::open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  log_descriptor =
      ::fcntl(opened, F_DUPFD_CLOEXEC, 200);  // out of the way of code that opens and closes files
  ::close(opened);
  // a sanitizer has its own handler, with more to say
  if (std::getenv("ASAN_OPTIONS") == nullptr) watch_the_stack(job.nonce);
  Exercise exercise;
  describe(exercise);
  if (job.part.empty()) {
    Demo demo;
    if (exercise.demo()) exercise.demo()(demo);
    if (!write_all(demo_frame(job.nonce, demo.lines()))) return 3;
  } else {
    const Part& part = exercise.part(job.part);
    for (const Inputs& inputs : job.cases) {
      if (!write_all(case_frame(job.nonce, run_case(part, inputs)))) return 3;
    }
  }
  return write_all(end_frame(job.nonce)) ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int status = run(argv[1], argv[2]);
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(status);  // what the learner's code left behind has no say any more
}
