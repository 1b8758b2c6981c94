// The processes that this one trains with.
#pragma once

#include "nn/processes/communicator.hpp"

namespace heed {

/// Returns all processes of this training; alone() unless heed_mpi has set others.
inline Communicator*& current_processes() {
  static Communicator* all = &alone();
  return all;
}
inline Communicator& processes() { return *current_processes(); }
inline void use_processes(Communicator& all) { current_processes() = &all; }

/// Returns how many processes --processes asks for; 0: it is not given.
inline int& wanted_processes() {
  static int wanted = 0;
  return wanted;
}

/// Returns true if this process writes files and shows what comes out: one of several does.
inline bool first_process() { return processes().rank() == 0; }

}  // namespace heed
