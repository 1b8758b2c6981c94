// Are the other processes still alive? What each hears of the others, and sees where they share its machine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heed {

/// Names the place where a process runs.
struct Whereabouts {
  std::uint64_t machine = 0;  // a number of this boot and this space of process ids; 0: not known yet
  std::int64_t pid = 0;

  static Whereabouts of_this_process();
};

/// Returns true if that process of this machine is still there.
bool process_is_there(pid_t pid);

class Peers {
 public:
  /// `patience`: seconds of silence after which a process counts as hanging.
  Peers(int rank, int size, double patience);

  /// Anything came from that process.
  void heard(int rank);
  void introduced(int rank, const Whereabouts& where);
  /// Its work is done: it is not looked after any more.
  void has_left(int rank) { members_[static_cast<std::size_t>(rank)].left = true; }

  /// To be called every fraction of a second, with the seconds since the last call. Time in which this
  /// process itself was stopped is not held against the others: at most a quarter of a second counts.
  /// The rank of a process that was found dead or hanging by this call, or -1.
  int look(double seconds);

  /// Says what was found: "process 1 of 4 (pid 17) has died", for instance.
  std::string finding(int rank) const;
  bool lost(int rank) const { return members_[static_cast<std::size_t>(rank)].lost; }
  /// Found by another process.
  void report_lost(int rank) { members_[static_cast<std::size_t>(rank)].lost = true; }
  /// The first process that is not lost.
  int first_left() const;
  /// Lost ones of this machine that are still there: they hang.
  std::vector<pid_t> hanging_here() const;

 private:
  struct Member {
    Whereabouts where{};
    double silence = 0;
    bool lost = false, left = false;
  };
  bool here(const Member& member) const;

  int rank_;
  double patience_;
  Whereabouts own_ = Whereabouts::of_this_process();
  std::vector<Member> members_;
};

}  // namespace heed
