// `heed … --processes N`: the same command again, by N processes that mpirun starts.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// In the environment of the processes: a folder with the launcher's streams "1" and "2", its process id, and
/// the file for the exit status.
inline constexpr const char* streams_variable = "HEED_LAUNCHER_STREAMS";
inline constexpr const char* launcher_variable = "HEED_LAUNCHER";
inline constexpr const char* status_variable = "HEED_LAUNCHER_STATUS";

/// Runs heed_mpi with these arguments in `count` processes of this machine and returns the status with which
/// the process that spoke for all has ended. Ctrl-C goes to each of them. Throws Error that says what to
/// install or build when OpenMPI or heed_mpi is not there.
int launch_processes(int count, const std::vector<std::string>& arguments);

/// Whether this program was started by mpirun as one of several.
bool started_by_mpirun();

/// Becomes heed_mpi, in the place of this program: for `mpirun -n 4 heed …`. Throws Error when it is not
/// there.
[[noreturn]] void become_heed_mpi(char** argv);

/// Of the process that speaks for all: what the launcher shall end with.
void report_status(int status);

}  // namespace heed
