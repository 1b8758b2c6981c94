#include "tools/processes/launcher_link.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>

#include "lib/core/error.hpp"

namespace heed {
namespace {

constexpr const char* variable = "HEED_LAUNCHER";
constexpr char interrupt_word = 'i';

struct Address {
  sockaddr_un name{};
  socklen_t length = 0;
};

/// A name without a file: it goes with the socket.
Address address_of(const std::string& name) {
  Address address;
  address.name.sun_family = AF_UNIX;
  std::strncpy(address.name.sun_path + 1, name.c_str(), sizeof address.name.sun_path - 2);
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  return address;
}

bool of_this_user(int connection) {
  ucred peer{};
  socklen_t length = sizeof peer;
  return ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == ::geteuid();
}

/// A message of one byte with room for two descriptors beside it.
struct Parcel {
  char byte = 0;
  iovec content{&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(2 * sizeof(int))> beside{};
  msghdr header{};

  Parcel() {
    header.msg_iov = &content;
    header.msg_iovlen = 1;
    header.msg_control = beside.data();
    header.msg_controllen = beside.size();
  }
};

void give_streams(int connection) {
  Parcel parcel;
  cmsghdr* rights = CMSG_FIRSTHDR(&parcel.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(2 * sizeof(int));
  const std::array<int, 2> streams{STDOUT_FILENO, STDERR_FILENO};
  std::memcpy(CMSG_DATA(rights), streams.data(), sizeof streams);
  ::sendmsg(connection, &parcel.header, MSG_NOSIGNAL);
}

bool take_streams(int connection, std::array<int, 2>& streams) {
  Parcel parcel;
  if (::recvmsg(connection, &parcel.header, MSG_CMSG_CLOEXEC) != 1) return false;
  const cmsghdr* rights = CMSG_FIRSTHDR(&parcel.header);
  if (rights == nullptr || rights->cmsg_type != SCM_RIGHTS) return false;
  std::memcpy(streams.data(), CMSG_DATA(rights), sizeof streams);
  return true;
}

}  // namespace

LauncherSocket::LauncherSocket() : listening_(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0)) {
  const std::string name = fmt::format("heed-launcher-{}", ::getpid());
  const Address address = address_of(name);
  if (::bind(listening_, reinterpret_cast<const sockaddr*>(&address.name), address.length) != 0 ||
      ::listen(listening_, 1024) != 0)
    throw_error("no socket for the processes: {}", std::system_category().message(errno));
  ::setenv(variable, name.c_str(), 1);
}

LauncherSocket::~LauncherSocket() {
  for (const int connection : connections_) ::close(connection);
  ::close(listening_);
}

void LauncherSocket::look(int milliseconds) {
  std::vector<pollfd> all{{listening_, POLLIN, 0}};
  for (const int connection : connections_) all.push_back({connection, POLLIN, 0});
  if (::poll(all.data(), all.size(), milliseconds) <= 0) return;
  for (std::size_t i = 1; i < all.size(); ++i) {
    unsigned char status = 0;
    if (all[i].revents == 0) continue;
    if (::recv(all[i].fd, &status, 1, MSG_DONTWAIT) == 1) {
      status_ = status;
    } else {
      std::erase(connections_, all[i].fd);  // this process has ended
      ::close(all[i].fd);
    }
  }
  if (all.front().revents == 0) return;
  const int connection = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
  if (connection < 0) return;
  if (!of_this_user(connection)) {
    ::close(connection);
    return;
  }
  give_streams(connection);
  connections_.push_back(connection);
}

void LauncherSocket::interrupt() {
  for (const int connection : connections_) ::send(connection, &interrupt_word, 1, MSG_NOSIGNAL);
}

LauncherLink::LauncherLink() {
  std::array<int, 2> streams{-1, -1};
  if (const char* name = std::getenv(variable)) {
    const Address address = address_of(name);
    connection_ = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (::connect(connection_, reinterpret_cast<const sockaddr*>(&address.name), address.length) == 0 &&
        take_streams(connection_, streams)) {
      // When the launcher is gone nobody could stop this training: then as when it is asked to end.
      std::thread([connection = connection_] {
        for (char word = 0; ::recv(connection, &word, 1, 0) == 1;) ::raise(SIGINT);
        ::raise(SIGTERM);
      }).detach();
    }
  }
  output_ = streams[0] >= 0 ? streams[0] : ::dup(STDOUT_FILENO);
  errors_ = streams[1] >= 0 ? streams[1] : ::dup(STDERR_FILENO);
}

void LauncherLink::report_status(int status) const {
  const auto byte = static_cast<unsigned char>(status);
  if (connection_ >= 0) ::send(connection_, &byte, 1, MSG_NOSIGNAL);
}

}  // namespace heed
