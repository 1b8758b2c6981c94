// The program that runs: its file, and another one in its place.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heed {

std::filesystem::path this_program();

/// exec: `arguments` as ProcessCall has them, the program first. Returns only by throwing Error, where it
/// cannot be started; `advice` says what to do then.
[[noreturn]] void replace_by(std::vector<std::string> arguments, const std::string& advice);

}  // namespace heed
