#include "tools/processes/launcher_link.hpp"

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)  // elsewhere launch.cpp refuses

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr const char* variable = "HEED_LAUNCHER";

/// Returns the name under which Linux shows an open file of a process to others of the same user.
std::string descriptor_name(pid_t pid, int descriptor) {
  return fmt::format("/proc/{}/fd/{}", pid, descriptor);
}

/// One that has ended, and that nobody has waited for, counts as gone.
bool is_there(pid_t pid) {
  std::string line;
  std::getline(std::ifstream(fmt::format("/proc/{}/stat", pid)), line);  // "17 (name) S 16 …"
  const std::size_t state = line.rfind(") ");
  return state != std::string::npos && line[state + 2] != 'Z' && line[state + 2] != 'X';
}

/// The same file as the launcher's; what cannot be opened again, as a socket cannot, is left to mpirun.
int open_stream(pid_t launcher, int descriptor) {
  const int opened =
      launcher > 0 ? ::open(descriptor_name(launcher, descriptor).c_str(), O_WRONLY | O_APPEND | O_CLOEXEC)
                   : -1;
  return opened >= 0 ? opened : ::dup(descriptor);
}

}  // namespace

LauncherPipe::LauncherPipe(int count) : count_(count) {
  if (::pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    throw_error("no pipe for the processes: {}", system_message(errno));
  ::setenv(variable, fmt::format("{} {}", ::getpid(), pipe_[1]).c_str(), 1);
}

LauncherPipe::~LauncherPipe() {
  for (const int end : pipe_) ::close(end);
  ::unsetenv(variable);
  // The next writer to a file writes behind what the processes have written there.
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) ::lseek(stream, 0, SEEK_END);
}

void LauncherPipe::look(int milliseconds) {
  pollfd news{pipe_[0], POLLIN, 0};
  ::poll(&news, 1, milliseconds);
  std::map<pid_t, int> gone = members_;  // before their last words are read
  std::erase_if(gone, [](const auto& member) { return is_there(member.first); });
  for (LauncherWord word; ::read(pipe_[0], &word, sizeof word) == sizeof word;) {
    if (word.kind == LauncherWord::Kind::starting) members_[word.pid] = word.value;
    if (word.kind == LauncherWord::Kind::ready) ++ready_;
    if (word.kind == LauncherWord::Kind::ended) status_ = word.value;
  }
  for (const auto& [pid, rank] : gone) {
    members_.erase(pid);
    // The others wait for it in MPI_Init, for ever.
    if (!all_ready() && !status_ && !failed_start_)
      failed_start_ = fmt::format("process {} of {} (pid {}) has died while starting", rank, count_, pid);
  }
}

void LauncherPipe::signal_all(int signal) const {
  for (const auto& [pid, rank] : members_) ::kill(pid, signal);
}

LauncherLink::LauncherLink() {
  pid_t launcher = 0;
  if (const char* const name = std::getenv(variable)) {
    char* rest = nullptr;
    launcher = static_cast<pid_t>(std::strtol(name, &rest, 10));
    // With a reading end of its own no write of it can raise SIGPIPE.
    pipe_ = ::open(descriptor_name(launcher, std::atoi(rest)).c_str(), O_RDWR | O_CLOEXEC);
    if (pipe_ < 0) throw_error<Error>("the `heed` that started this process has ended");
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    tell(LauncherWord::Kind::starting, rank == nullptr ? 0 : std::atoi(rank));
    // When the launcher is gone nobody could stop this training: then as when it is asked to end.
    std::thread([launcher] {
      while (is_there(launcher)) std::this_thread::sleep_for(std::chrono::milliseconds(100));
      ::raise(SIGTERM);
    }).detach();
  }
  output_ = open_stream(launcher, STDOUT_FILENO);
  errors_ = open_stream(launcher, STDERR_FILENO);
}

void LauncherLink::tell(LauncherWord::Kind kind, int value) const {
  const LauncherWord word{kind, value, ::getpid()};
  if (pipe_ >= 0 && ::write(pipe_, &word, sizeof word) != sizeof word)
    throw_error("no word to the launcher: {}", system_message(errno));
}

}  // namespace heed

#endif
