// The program that runs: its file, another one in its place, and its end with its parent.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace heed {

std::filesystem::path this_program();

/// exec: `arguments` as ProcessCall has them, the program first. Returns only by throwing Error, where it
/// cannot be started; `advice` says what to do then.
[[noreturn]] void replace_by(std::vector<std::string> arguments, const std::string& advice);

/// To be called in the child after fork: it, or the program that it becomes, is killed when `parent`, which
/// forked, ends, however that is. Calls only what is allowed between fork and exec.
void end_with_parent(pid_t parent);

}  // namespace heed
