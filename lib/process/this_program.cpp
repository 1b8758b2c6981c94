#include "lib/process/this_program.hpp"

#include <signal.h>
#include <unistd.h>
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
#include <sys/prctl.h>
#else
#include <sys/wait.h>
#endif

#include <cerrno>

#include "lib/core/error.hpp"
#if defined(__APPLE__)
#include <mach-o/dyld.h>

#include <array>
#include <cstdint>
#endif

namespace heed {

std::filesystem::path this_program() {
#if defined(__APPLE__)
  std::array<char, 4096> name{};
  auto size = static_cast<std::uint32_t>(name.size());
  if (::_NSGetExecutablePath(name.data(), &size) == 0) return std::filesystem::canonical(name.data());
#endif
  return std::filesystem::read_symlink("/proc/self/exe");
}

void replace_by(std::vector<std::string> arguments, const std::string& advice) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execvp(argv.front(), argv.data());
  throw_error<Error>("{}: cannot be started: {}; {}", arguments.front(), system_message(errno), advice);
}

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
