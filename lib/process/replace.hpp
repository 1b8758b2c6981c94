// Another program in the place of this one.
#pragma once

#include <string>
#include <vector>

namespace heed {

/// exec: `arguments` as ProcessCall has them, the program first. Returns only by throwing Error, where it
/// cannot be started; `advice` says what to do then.
[[noreturn]] void replace_by(std::vector<std::string> arguments, const std::string& advice);

}  // namespace heed
