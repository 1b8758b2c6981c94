#include "lib/process/descriptors.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"

namespace heed {

void throw_out_of(const char* what) {
  throw_error("no {} can be made: {}; close other programs and try again", what, system_message(errno));
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

std::mutex& starting_lock() {
  static std::mutex lock;
  return lock;
}

namespace {

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)

bool make_pipe(std::array<int, 2>& ends) { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }

int make_nameless_file() { return ::memfd_create("heed", MFD_CLOEXEC); }

#else

bool close_in_programs(int descriptor) { return ::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0; }

bool make_pipe(std::array<int, 2>& ends) {
  const std::lock_guard guard(starting_lock());
  return ::pipe(ends.data()) == 0 && close_in_programs(ends[0]) && close_in_programs(ends[1]);
}

int make_nameless_file() {
  const std::lock_guard guard(starting_lock());
  std::FILE* const stream = std::tmpfile();
  if (stream == nullptr) return -1;
  const int file = ::dup(::fileno(stream));
  std::fclose(stream);
  if (file >= 0) close_in_programs(file);
  return file;
}

#endif

}  // namespace

Pipe::Pipe() {
  if (!make_pipe(ends)) throw_out_of("pipe");
}

Pipe::~Pipe() {
  for (int& end : ends) close_if_open(end);
}

MemoryFile::MemoryFile(const std::string& content) : descriptor(make_nameless_file()) {
  if (descriptor >= 0 &&
      ::pwrite(descriptor, content.data(), content.size(), 0) == static_cast<ssize_t>(content.size()))
    return;
  const int why = errno;
  close_if_open(descriptor);
  errno = why;
  throw_out_of("file in memory");
}

MemoryFile::~MemoryFile() { close_if_open(descriptor); }

}  // namespace heed
