// A started program does not outlive the one that started it.
#pragma once

#include <sys/types.h>

namespace heed {

/// To be called in the child after fork: it, or the program that it becomes, is killed when `parent`, which
/// forked, ends, however that is. Calls only what is allowed between fork and exec.
void end_with_parent(pid_t parent);

}  // namespace heed
