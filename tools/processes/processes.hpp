// The processes that this one trains with.
#pragma once

#include <string>
#include <vector>

#include "nn/processes/communicator.hpp"

namespace heed {

/// Returns all processes of this training; alone() unless heed_mpi has set others.
inline Communicator*& current_processes() {
  static Communicator* all = &alone();
  return all;
}
inline Communicator& processes() { return *current_processes(); }
inline void use_processes(Communicator& all) { current_processes() = &all; }

/// `heed … --processes N`: runs heed_mpi with these arguments in `count` processes of this machine and
/// returns the status with which the process that spoke for all has ended. Ctrl-C goes to each of them.
/// Throws Error that says what to install or build when OpenMPI or heed_mpi is not there.
int launch_processes(int count, const std::vector<std::string>& arguments);

/// Returns how many processes --processes asks for; 0: it is not given.
inline int& wanted_processes() {
  static int wanted = 0;
  return wanted;
}

/// Returns true if this process writes files and shows what comes out: one of several does.
inline bool first_process() { return processes().rank() == 0; }

}  // namespace heed
