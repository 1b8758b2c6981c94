#include "lib/process/end_with_parent.hpp"

#include <signal.h>
#include <unistd.h>
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
#include <sys/prctl.h>
#else
#include <sys/wait.h>
#endif

namespace heed {

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)

void end_with_parent(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before that
}

#else

/// Another process looks for both every tenth of a second. It is an orphan, no child, so that the program
/// does not see it.
void end_with_parent(pid_t parent) {
  const pid_t program = ::getpid(), all = ::getpgrp() == program ? -program : program;
  const pid_t between = ::fork();
  if (between != 0) {
    if (between > 0) ::waitpid(between, nullptr, 0);
    return;
  }
  if (::fork() != 0) ::_exit(0);
  constexpr int most = 1024;
  for (int i = 0; i < most; ++i) ::close(i);
  while (::kill(program, 0) == 0) {
    if (::kill(parent, 0) != 0) ::kill(all, SIGKILL);
    ::usleep(100'000);
  }
  ::_exit(0);
}

#endif

}  // namespace heed
