// The processes that this one trains with.
#pragma once

#include "nn/processes/communicator.hpp"

namespace heed {

/// All processes of this training; alone() unless heed_mpi has set others.
Communicator& processes();
void use_processes(Communicator& all);

/// --processes: how many to start; 0: not asked for.
int& wanted_processes();

/// Says if this process writes files and shows what comes out: one of several does.
inline bool first_process() { return processes().rank() == 0; }

}  // namespace heed
