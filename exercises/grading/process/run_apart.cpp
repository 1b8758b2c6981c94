#include "exercises/grading/process/run_apart.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>
#include <utility>

#include "exercises/grading/process/wire.hpp"
#include "lib/process/process.hpp"
#include "lib/report/interrupt.hpp"

namespace heed::grading {

namespace {

constexpr rlim_t processor_seconds = 2;
constexpr unsigned wall_seconds = 20;  // what waits for others uses no processor
constexpr rlim_t more_memory = rlim_t{1} << 30;

template <typename Resource>
void limit(Resource resource, rlim_t most) {
  const rlimit both{most, most};
  ::setrlimit(resource, &both);
}

/// What this process has of the address space, in bytes; 0 if that is not known.
rlim_t address_space() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// In the child, which nothing but its end leaves: no handler of the grader's, no line of output.
[[noreturn]] void run_in_child(const std::function<void(const Write&)>& work, int results,
                               pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before that
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  const int nowhere = ::open("/dev/null", O_WRONLY);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, output);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, processor_seconds);
  if (const rlim_t now = address_space(); now > 0) limit(RLIMIT_AS, now + more_memory);
  ::alarm(wall_seconds);
  work([results](std::string_view bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
      const ssize_t written = ::write(results, bytes.data() + at, bytes.size() - at);
      if (written <= 0) ::_exit(1);
      at += static_cast<std::size_t>(written);
    }
  });
  ::_exit(0);
}

std::string all_of(int file) {
  std::string bytes(static_cast<std::size_t>(std::max<off_t>(0, ::lseek(file, 0, SEEK_END))), '\0');
  const ssize_t size = ::pread(file, bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return bytes;
}

}  // namespace

Written written_apart(const std::function<void(const Write&)>& work) {
  const int results = ::memfd_create("outcomes", MFD_CLOEXEC);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) run_in_child(work, results, parent);
  int status = 1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR)
    if (interrupt_requested()) ::kill(child, SIGKILL);
  const Written written{all_of(results), child > 0 && status == 0};
  ::close(results);
  if (interrupt_requested()) throw_error<Interrupted>("interrupted");
  return written;
}

std::optional<std::vector<CaseOutcome>> run_apart(const Part& part, const std::vector<Inputs>& cases) {
  const Written written = written_apart([&](const Write& write) {
    for (const CaseOutcome& outcome : run_cases(part, cases)) write(case_frame(outcome));
    write(end_frame());
  });
  Log log = decode_log("", written.bytes);
  if (!log.ended) return {};
  return std::move(log.cases);
}

}  // namespace heed::grading
