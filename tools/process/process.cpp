#include "tools/process/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"

namespace heed {
namespace {

/// A file in memory with that content, at its beginning.
int memory_file(const std::string& content) {
  const int file = ::memfd_create("heed", MFD_CLOEXEC);
  if (file < 0 || ::pwrite(file, content.data(), content.size(), 0) != static_cast<ssize_t>(content.size()))
    throw_error("no memory for a file: {}", std::system_category().message(errno));
  return file;
}

std::string whole(int file) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0;
       (count = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(text.size()))) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  return text;
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

}  // namespace

Process::Process(const ProcessCall& call) {
  std::array<int, 2> pipe{-1, -1};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw_error("no pipe: {}", std::system_category().message(errno));
  output_ = pipe[0];
  ::fcntl(output_, F_SETFL, O_NONBLOCK);
  int input = memory_file(call.input);
  errors_ = memory_file("");

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, pipe[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, errors_, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);

  std::vector<std::string> texts = call.arguments;
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  const int problem = ::posix_spawnp(&child_, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  ::close(input);
  ::close(pipe[1]);
  if (problem != 0) {
    child_ = -1;
    close_if_open(output_);
    close_if_open(errors_);
    throw_error("{}: cannot be started: {}; {}", call.arguments[0], std::system_category().message(problem),
                call.advice);
  }
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
  close_if_open(output_);
  close_if_open(errors_);
}

std::optional<ProcessResult> Process::advance() {
  std::array<char, 65536> buffer{};
  while (output_ >= 0) {
    const ssize_t count = ::read(output_, buffer.data(), buffer.size());
    if (count > 0) {
      out_.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0) {
      close_if_open(output_);
    } else if (errno != EINTR) {
      return std::nullopt;  // nothing more for now
    }
  }
  // Its output is closed, so that it is ending; unless it has closed that and goes on.
  int status = 0;
  if (::waitpid(child_, &status, WNOHANG) == 0) return std::nullopt;
  ::kill(-child_, SIGKILL);  // whatever it left behind
  child_ = -1;
  return ProcessResult{.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                       .out = std::move(out_),
                       .err = whole(errors_)};
}

ProcessResult Process::wait() {
  for (;;) {
    if (auto result = advance()) return std::move(*result);
    pollfd ready{output_, POLLIN, 0};
    ::poll(&ready, 1, output_ >= 0 ? 200 : ending_milliseconds);
    if (interrupt_requested()) throw_error<Interrupted>("interrupted");
  }
}

}  // namespace heed
