#include "tools/processes/launcher_link.hpp"

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)  // elsewhere launch.cpp refuses

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

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

/// Its process id, or -1 when it is another user's.
pid_t peer_of_this_user(int connection) {
  ucred peer{};
  socklen_t length = sizeof peer;
  const bool known = ::getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0;
  return known && peer.uid == ::geteuid() ? peer.pid : -1;
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

LauncherSocket::LauncherSocket(int count)
    : count_(count), listening_(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0)) {
  const std::string name = fmt::format("heed-launcher-{}", ::getpid());
  const Address address = address_of(name);
  if (::bind(listening_, reinterpret_cast<const sockaddr*>(&address.name), address.length) != 0 ||
      ::listen(listening_, 1024) != 0)
    throw_error("no socket for the processes: {}", std::system_category().message(errno));
  ::setenv(variable, name.c_str(), 1);
}

LauncherSocket::~LauncherSocket() {
  for (const Member& member : members_) ::close(member.connection);
  ::close(listening_);
  ::unsetenv(variable);
}

std::string LauncherSocket::name_of(const Member& member) const {
  if (member.rank < 0) return fmt::format("one of {} processes (pid {})", count_, member.pid);
  return fmt::format("process {} of {} (pid {})", member.rank, count_, member.pid);
}

void LauncherSocket::look(int milliseconds) {
  std::vector<pollfd> all{{listening_, POLLIN, 0}};
  for (const Member& member : members_) all.push_back({member.connection, POLLIN, 0});
  const bool news = ::poll(all.data(), all.size(), milliseconds) > 0;
  for (std::size_t i = all.size() - 1; news && i >= 1; --i) {
    if (all[i].revents == 0 || hear(members_[i - 1])) continue;
    ::close(all[i].fd);
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(i - 1));
  }
  if (news && all.front().revents != 0) take_connection();
}

void LauncherSocket::take_connection() {
  const int connection = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
  if (connection < 0) return;
  const pid_t pid = peer_of_this_user(connection);
  if (pid <= 0) {
    ::close(connection);
    return;
  }
  give_streams(connection);
  members_.push_back({.connection = connection, .pid = pid});
}

bool LauncherSocket::hear(Member& member) {
  LauncherWord word;
  for (;;) {
    const ssize_t length = ::recv(member.connection, &word, sizeof word, MSG_DONTWAIT);
    if (length < 0 && errno == EAGAIN) return true;
    if (length != sizeof word) break;
    switch (word.kind) {
      case LauncherWord::Kind::starting:
        member.rank = word.value;
        break;
      case LauncherWord::Kind::ready:
        ready_ += std::exchange(member.ready, true) ? 0 : 1;
        break;
      case LauncherWord::Kind::ended:
        status_ = word.value;
    }
  }
  // The others wait for it in MPI_Init, for ever.
  if (!all_ready() && !status_ && !failed_start_)
    failed_start_ = name_of(member) + " has died while starting";
  return false;
}

void LauncherSocket::interrupt() {
  for (const Member& member : members_) ::send(member.connection, &interrupt_word, 1, MSG_NOSIGNAL);
}

void LauncherSocket::end_all() {
  for (const Member& member : members_) ::kill(member.pid, SIGKILL);
}

LauncherLink::LauncherLink() {
  std::array<int, 2> streams{-1, -1};
  if (const char* name = std::getenv(variable)) {
    const Address address = address_of(name);
    connection_ = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    const bool connected =
        ::connect(connection_, reinterpret_cast<const sockaddr*>(&address.name), address.length) == 0;
    const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (connected) tell({LauncherWord::Kind::starting, rank == nullptr ? -1 : std::atoi(rank)});
    if (!connected || !take_streams(connection_, streams))
      throw_error<Error>("the `heed` that started this process has ended");
    std::thread([this] { listen(); }).detach();
  }
  output_ = streams[0] >= 0 ? streams[0] : ::dup(STDOUT_FILENO);
  errors_ = streams[1] >= 0 ? streams[1] : ::dup(STDERR_FILENO);
}

void LauncherLink::listen() const {
  const auto pass_on = [this](int signal) {
    if (!ready_) ::_exit(128 + signal);  // nothing to save, and MPI_Init heeds no signal
    ::raise(signal);
  };
  for (char word = 0; ::recv(connection_, &word, 1, 0) == 1;) pass_on(SIGINT);
  // When the launcher is gone nobody could stop this training: then as when it is asked to end.
  pass_on(SIGTERM);
}

void LauncherLink::tell(const LauncherWord& word) const {
  if (connection_ >= 0) ::send(connection_, &word, sizeof word, MSG_NOSIGNAL);
}

void LauncherLink::report_ready() {
  ready_ = true;
  tell({LauncherWord::Kind::ready});
}

}  // namespace heed

#endif
