// The file that is written beside a target before it takes the target's name, and those that killed processes
// left behind.
#pragma once

#include <filesystem>

namespace heed {

struct TemporaryFile {
  std::filesystem::path path;
  int descriptor = -1;  // open for writing; -1 if none could be made, and errno then says why
};

/// Makes `folder`/.heed-PID-N.tmp and locks it (flock) for as long as the descriptor is open: the system
/// lifts the lock when the process ends, however it ends. The first call of a process for a folder removes
/// the files of that pattern on which there is no lock: their processes are dead. Neither a process number
/// that was given out again nor one of another container can mislead it. On network file systems, where a
/// lock may count on one machine alone, only files that were not written to for a day are removed.
TemporaryFile make_temporary_file(const std::filesystem::path& folder);

}  // namespace heed
