#include "exercises/grading/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"

namespace heed::grading {

namespace {

#if defined(HEED_SANITIZE)
constexpr double slower = 5;
#else
constexpr double slower = 1;
#endif

using Clock = std::chrono::steady_clock;

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw_error("no pipe can be made; close other programs and try again");
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

void limit(int resource, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// What the child says when there is no such program: an exit status alone could be the program's own.
constexpr std::string_view not_started = "\x01not started";

/// In the child, between fork and exec: only what is allowed there.
[[noreturn]] void become(const ProcessOptions& options, char** argv, char** environment, int out, int err,
                         pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before that
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  // Several threads count together. The soft limit comes first: its SIGXCPU says what happened, SIGKILL would
  // not.
  const auto processor_time = static_cast<rlim_t>(std::ceil(options.seconds * slower)) * 4 + 1;
  const rlimit time{processor_time, processor_time + 1};
  ::setrlimit(RLIMIT_CPU, &time);
  limit(RLIMIT_FSIZE, 256 << 20);  // a loop that writes does not fill the disk
  limit(RLIMIT_STACK, 8 << 20);
  if (options.memory > 0) limit(RLIMIT_AS, options.memory);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) ::signal(number, SIG_DFL);
  ::execvpe(argv[0], argv, environment);
  if (::write(STDERR_FILENO, not_started.data(), not_started.size()) < 0) ::_exit(126);
  ::_exit(127);
}

/// Reads what is there; false at the end.
bool read_some(int descriptor, std::string& kept, std::size_t keep) {
  std::array<char, 16384> buffer{};
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) return false;
  if (kept.size() < keep)
    kept.append(buffer.data(), std::min(static_cast<std::size_t>(count), keep - kept.size()));
  return true;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  return list;
}

}  // namespace

Finished run_process(const ProcessOptions& options) {
  if (interrupt_requested()) throw Cancelled();
  std::vector<char*> argv = pointers(options.command), environment = pointers(options.environment);
  argv.push_back(nullptr);
  for (char** entry = environ; *entry != nullptr; ++entry) environment.push_back(*entry);
  environment.push_back(nullptr);
  Pipe out, err;
  const auto start = Clock::now();
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw_error("no process can be started; close other programs and try again");
  if (child == 0) become(options, argv.data(), environment.data(), out.ends[1], err.ends[1], parent);
  ::setpgid(child, child);  // whoever comes first, parent or child
  out.close(1);
  err.close(1);

  Finished result;
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::array<pollfd, 2> open{{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
  bool cancelled = false, ended = false;
  int status = 0;
  // A grandchild may hold the pipes open, and the program may have closed them: the end is the end of the
  // child.
  while (!ended) {
    const bool silent = open[0].fd < 0 && open[1].fd < 0;
    ::poll(open.data(), open.size(), silent ? 1 : 20);
    for (std::size_t i = 0; i < open.size(); ++i) {
      std::string& kept = i == 0 ? result.out : result.err;
      if (open[i].fd >= 0 && open[i].revents != 0 && !read_some(open[i].fd, kept, options.keep))
        open[i].fd = -1;
    }
    result.timed_out = elapsed() > options.seconds * slower;
    cancelled = interrupt_requested();
    if (result.timed_out || cancelled) ::kill(-child, SIGKILL);
    ended = ::waitpid(child, &status, result.timed_out || cancelled ? 0 : WNOHANG) == child;
  }
  ::kill(-child, SIGKILL);  // what it left running
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::string& kept = i == 0 ? result.out : result.err;
    for (int left = 64; left > 0 && open[i].fd >= 0 && ::poll(&open[i], 1, 0) > 0; --left) {
      if (!read_some(open[i].fd, kept, options.keep)) break;
    }
  }
  if (cancelled) throw Cancelled();
  result.seconds = elapsed();
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (result.status == 127 && result.err == not_started)
    throw_error("{} cannot be started; is it installed?", options.command.front());
  return result;
}

}  // namespace heed::grading
