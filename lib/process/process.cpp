#include "lib/process/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/process/this_program.hpp"
#include "lib/report/interrupt.hpp"

namespace heed {
namespace {

#if defined(HEED_SANITIZE)
constexpr double slower = 5;
#else
constexpr double slower = 1;
#endif
constexpr std::size_t largest_file = 256 << 20;

template <typename Resource>  // int, or a type of the C library's own
void limit(Resource resource, rlim_t soft, rlim_t hard) {
  const rlimit both{soft, hard};
  ::setrlimit(resource, &both);
}

/// In the child, between fork and exec: only what is allowed there.
void obey(const ProcessLimits& limits, pid_t parent) {
  end_with_parent(parent);
  limit(RLIMIT_CORE, 0, 0);
  // Several threads count together. The soft limit comes first: its SIGXCPU says what happened, SIGKILL would
  // not.
  const auto processor_time = static_cast<rlim_t>(std::ceil(limits.seconds * slower)) * 4 + 1;
  limit(RLIMIT_CPU, processor_time, processor_time + 1);
  limit(RLIMIT_FSIZE, largest_file, largest_file);  // a loop that writes does not fill the disk
  limit(RLIMIT_STACK, 8 << 20, 8 << 20);
  if (limits.memory > 0) limit(RLIMIT_AS, limits.memory, limits.memory);
  // That program gets none of the files that this process has open, perhaps by inheritance (a log of ctest).
  constexpr int most = 1024;
  for (int i = STDERR_FILENO + 1; i < most; ++i) {
    if (i != report_descriptor) ::fcntl(i, F_SETFD, FD_CLOEXEC);
  }
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  return list;
}

std::vector<char*> environment_of(const ProcessCall& call) {
  std::vector<char*> list = pointers(call.environment);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const auto names_it = [&](const std::string& name) {
      return std::string_view(*entry).starts_with(name + "=");
    };
    if (!call.inherited || std::ranges::any_of(*call.inherited, names_it)) list.push_back(*entry);
  }
  return list;
}

}  // namespace

/// Forks and executes; returns once the program has begun.
void Process::start(const ProcessCall& call, int input, int out, int err, int report) {
  std::vector<char*> arguments = pointers(call.arguments), environment = environment_of(call);
  for (auto* list : {&arguments, &environment}) list->push_back(nullptr);  // for exec
  Pipe problem;  // says why there is no such program, and closes itself where there is one
  const pid_t parent = ::getpid();
  ::signal(SIGCHLD, SIG_DFL);  // inherited as ignored, it would take how the program ended with it
  {
    const std::lock_guard guard(starting_lock());
    child_ = ::fork();
  }
  if (child_ < 0) throw_out_of("process");
  if (child_ == 0) {
    ::setpgid(0, 0);
    ::dup2(input, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    if (call.reports) {
      ::dup2(report, report_descriptor);
      ::fcntl(report_descriptor, F_SETFD, 0);
    }
    if (limits_) obey(*limits_, parent);
    for (const int number : {SIGINT, SIGTERM, SIGPIPE}) ::signal(number, SIG_DFL);
    environ = environment.data();
    ::execvp(arguments[0], arguments.data());
    const int why = errno;
    if (::write(problem.ends[1], &why, sizeof why) < 0) ::_exit(126);
    ::_exit(127);
  }
  ::setpgid(child_, child_);  // whoever comes first, parent or child
  close_if_open(problem.ends[1]);
  int why = 0;
  ssize_t count = 0;
  while ((count = ::read(problem.ends[0], &why, sizeof why)) < 0 && errno == EINTR) {
  }
  if (count == 0) return;
  ::waitpid(std::exchange(child_, -1), nullptr, 0);
  throw_error("{}: cannot be started: {}; {}", call.arguments[0], system_message(why), call.advice);
}

Process::Process(const ProcessCall& call) : limits_(call.limits), begun_(std::chrono::steady_clock::now()) {
  Pipe out, err, report;
  const MemoryFile input(call.input);
  start(call, input.descriptor, out.ends[1], err.ends[1], report.ends[1]);
  const std::size_t keep = limits_ ? limits_->keep : SIZE_MAX;
  listen(out_, out, keep);
  listen(err_, err, keep);
  if (call.reports) listen(report_, report, limits_ ? largest_file : SIZE_MAX);
}

void Process::listen(Output& output, Pipe& pipe, std::size_t keep) {
  output = {.descriptor = std::exchange(pipe.ends[0], -1), .keep = keep};
  ::fcntl(output.descriptor, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  if (child_ > 0) {
    // Politely first: the grader ends what it started in groups of their own.
    ::kill(-child_, SIGTERM);
    pid_t ended = 0;
    for (int i = 0; i < 250 && (ended = ::waitpid(child_, nullptr, WNOHANG)) == 0; ++i) ::usleep(2000);
    ::kill(-child_, SIGKILL);
    if (ended == 0) ::waitpid(child_, nullptr, 0);
  }
  close_all();
}

void Process::close_all() {
  for (int* descriptor : {&out_.descriptor, &err_.descriptor, &report_.descriptor})
    close_if_open(*descriptor);
}

std::array<pollfd, 3> Process::outputs() const {
  return {{{out_.descriptor, POLLIN, 0}, {err_.descriptor, POLLIN, 0}, {report_.descriptor, POLLIN, 0}}};
}

bool Process::has_closed_outputs() const {
  return out_.descriptor < 0 && err_.descriptor < 0 && report_.descriptor < 0;
}

bool Process::out_of_time() const {
  const double elapsed = seconds_since(begun_);
  if (!limits_ || elapsed <= limits_->seconds * slower) return false;
  if (elapsed > (limits_->seconds + limits_->stalled) * slower) return true;
#if defined(__APPLE__)  // which does not tell
  return true;
#else
  clockid_t clock{};
  timespec used{};
  if (::clock_getcpuclockid(child_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return true;
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) >
         limits_->seconds * slower;
#endif
}

/// False when there is nothing for now.
bool Process::read_some(Output& output) {
  std::array<char, 65536> buffer{};
  if (output.descriptor < 0) return false;
  const ssize_t count = ::read(output.descriptor, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  if (count == 0) {
    close_if_open(output.descriptor);
    return false;
  }
  output.text.append(buffer.data(),
                     std::min(static_cast<std::size_t>(count), output.keep - output.text.size()));
  return true;
}

std::optional<ProcessResult> Process::advance() {
  // Not for ever: who prints without an end is to be ended, too.
  const auto read_all = [&] {
    for (Output* output : {&out_, &err_, &report_})
      for (int left = 64; left > 0 && read_some(*output);) --left;
  };
  read_all();
  const bool timed_out = out_of_time();
  if (timed_out) ::kill(-child_, SIGKILL);
  // Something that it started may hold its outputs open, and it may have closed them and go on: its end is
  // what counts.
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child_, &status, timed_out ? 0 : WNOHANG)) < 0 && errno == EINTR) {
  }
  if (ended == 0) return std::nullopt;
  if (ended < 0) throw_error("how a program ended is not known: {}", system_message(errno));
  ::kill(-std::exchange(child_, -1), SIGKILL);  // what it left running
  read_all();
  close_all();
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return ProcessResult{.status = signal == 0 ? WEXITSTATUS(status) : 128 + signal,
                       .signal = signal,
                       .timed_out = timed_out,
                       .out = std::move(out_.text),
                       .err = std::move(err_.text),
                       .report = std::move(report_.text),
                       .seconds = seconds_since(begun_)};
}

ProcessResult Process::wait() {
  for (;;) {
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
    if (auto result = advance()) return std::move(*result);
    std::array<pollfd, 3> ready = outputs();
    ::poll(ready.data(), ready.size(),
           has_closed_outputs() ? 1 : 20);  // it hardly closes them before it ends
  }
}

}  // namespace heed
