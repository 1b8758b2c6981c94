// `heed … --processes N`: the same command again, by N processes that mpirun starts.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// Runs heed_mpi with these arguments in `count` processes of this machine and returns the status with which
/// the process that spoke for all has ended. Ctrl-C goes to each of them. Throws Error that says what to
/// install or build when OpenMPI or heed_mpi is not there.
int launch_processes(int count, const std::vector<std::string>& arguments);

}  // namespace heed
