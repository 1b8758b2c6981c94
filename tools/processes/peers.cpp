#include "tools/processes/peers.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <functional>

namespace heed {

Whereabouts Whereabouts::of_this_process() {
  std::string machine;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> machine;
  std::array<char, 64> space{};  // containers of one machine count their processes apart
  const ssize_t length = ::readlink("/proc/self/ns/pid", space.data(), space.size());
  machine.append(space.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  return {std::hash<std::string>()(machine) | 1, ::getpid()};
}

bool process_is_there(pid_t pid) { return ::kill(pid, 0) == 0 || errno != ESRCH; }

Peers::Peers(int rank, int size, double patience)
    : rank_(rank), patience_(patience), members_(static_cast<std::size_t>(size)) {
  members_[static_cast<std::size_t>(rank)].where = own_;
}

bool Peers::here(const Member& member) const { return member.where.machine == own_.machine; }

void Peers::heard(int rank) { members_[static_cast<std::size_t>(rank)].silence = 0; }

void Peers::introduced(int rank, const Whereabouts& where) {
  members_[static_cast<std::size_t>(rank)].where = where;
}

int Peers::look(double seconds) {
  int found = -1;
  for (int rank = 0; rank < static_cast<int>(members_.size()); ++rank) {
    Member& member = members_[static_cast<std::size_t>(rank)];
    if (rank == rank_ || member.lost || member.left) continue;
    member.silence += std::min(seconds, 0.25);
    const bool gone = here(member) && !process_is_there(static_cast<pid_t>(member.where.pid));
    member.lost = gone || member.silence > patience_;
    if (member.lost && found < 0) found = rank;
  }
  return found;
}

std::string Peers::finding(int rank) const {
  const Member& member = members_[static_cast<std::size_t>(rank)];
  const auto pid = static_cast<pid_t>(member.where.pid);
  std::string name = fmt::format("process {} of {}", rank, members_.size());
  if (here(member)) name += fmt::format(" (pid {})", pid);
  if (here(member) && !process_is_there(pid)) return name + " has died";
  return name +
         fmt::format(" hangs, or its machine cannot be reached: nothing was heard of it for {} s", patience_);
}

int Peers::first_left() const {
  const auto left = std::find_if(members_.begin(), members_.end(), [](const Member& m) { return !m.lost; });
  return static_cast<int>(left - members_.begin());
}

std::vector<pid_t> Peers::hanging_here() const {
  std::vector<pid_t> pids;
  for (const Member& member : members_) {
    const auto pid = static_cast<pid_t>(member.where.pid);
    if (member.lost && here(member) && process_is_there(pid)) pids.push_back(pid);
  }
  return pids;
}

}  // namespace heed
