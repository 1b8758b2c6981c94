#include "lib/process/descriptors.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"

namespace heed {

void throw_out_of(const char* what) {
  throw_error("no {} can be made: {}; close other programs and try again", what,
              std::system_category().message(errno));
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

Pipe::Pipe() {
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_out_of("pipe");
}

Pipe::~Pipe() {
  for (int& end : ends) close_if_open(end);
}

void Pipe::become_socket() {
  for (int& end : ends) close_if_open(end);
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw_out_of("socket");
  ::shutdown(ends[1], SHUT_RD);
}

MemoryFile::MemoryFile(const std::string& content) : descriptor(::memfd_create("heed", MFD_CLOEXEC)) {
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
